#include "ui/bridge/language.h"

#include <QCoreApplication>
#include <QTranslator>

// Resources of a static library are linked in only when somebody asks; the macro must stand outside namespaces.
static void initialiseTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace ampscope::ui {

LanguageSwitch& LanguageSwitch::instance() {
    static LanguageSwitch one;
    return one;
}

LanguageSwitch::LanguageSwitch() : m_translator(new QTranslator(this)) {
    initialiseTranslations();
}

void LanguageSwitch::load(text::Language language) {
    m_language = language;
    QCoreApplication::removeTranslator(m_translator);
    // The texts in the code are English; a missing translation leaves them so.
    if (language == text::Language::Korean && m_translator->load(":/i18n/ampscope_ko.qm"))
        QCoreApplication::installTranslator(m_translator);
}

void LanguageSwitch::setLanguage(text::Language language) {
    load(language);
    Q_EMIT changed();
}

LanguageLook::LanguageLook(text::Language language) : m_before(LanguageSwitch::instance().language()) {
    if (language != m_before) LanguageSwitch::instance().load(language);
}

LanguageLook::~LanguageLook() {
    if (LanguageSwitch::instance().language() != m_before) LanguageSwitch::instance().load(m_before);
}

void translated(QObject* owner, std::function<void()> apply) {
    apply();
    QObject::connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, owner, std::move(apply));
}

QString say(const text::Message& message) {
    return QString::fromStdString(text::render(message, LanguageSwitch::instance().language()));
}
QString say(std::string id, std::vector<text::Argument> arguments) {
    return say(text::Message{std::move(id), std::move(arguments)});
}
QString say(const text::Error& error) {
    return QString::fromStdString(error.text(LanguageSwitch::instance().language()));
}

} // namespace ampscope::ui
