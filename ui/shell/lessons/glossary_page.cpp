#include "ui/shell/lessons/glossary_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr auto kTerm = "term";
constexpr auto kLesson = "lesson";

QString link(const char* scheme, const QString& id, const QString& words, Token color = Token::Text) {
    return QString("<a href=\"%1:%2\" style=\"color:%3\">%4</a>")
        .arg(scheme, id, theme().color(color).name(), words.toHtmlEscaped());
}

QString meaning(const lesson::GlossaryTerm& term) {
    const auto& words = term.in(LanguageSwitch::instance().language());
    return QString("<p><b>%1</b><br>%2</p>")
        .arg(QString::fromStdString(words.name).toHtmlEscaped(), QString::fromStdString(words.text).toHtmlEscaped());
}

} // namespace

GlossaryHelp& GlossaryHelp::instance() {
    static GlossaryHelp help;
    return help;
}

void GlossaryHelp::mark(QTextDocument& document) const {
    const auto language = LanguageSwitch::instance().language();
    const QString plain = document.toPlainText();
    const std::string text = plain.toStdString();
    for (const auto& place : lesson::find_terms(m_glossary, text, language)) {
        // Bytes of UTF-8 into positions of the document.
        const auto begin = QString::fromUtf8(text.data(), static_cast<qsizetype>(place.begin)).size();
        const auto size = QString::fromUtf8(text.data() + place.begin, static_cast<qsizetype>(place.size)).size();
        QTextCursor cursor(&document);
        cursor.setPosition(static_cast<int>(begin));
        cursor.setPosition(static_cast<int>(begin + size), QTextCursor::KeepAnchor);
        if (cursor.charFormat().isAnchor() || cursor.charFormat().fontFixedPitch()) continue;
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::DotLine);
        format.setUnderlineColor(theme().color(Token::Muted));
        format.setAnchor(true);
        format.setAnchorHref(QString("%1:%2").arg(kTerm, QString::fromStdString(place.id)));
        format.setToolTip(meaning(*m_glossary.find(place.id)));
        cursor.mergeCharFormat(format);
    }
}

QString GlossaryHelp::marked(const QString& html) const {
    QTextDocument document;
    document.setDefaultFont(textFont(scaled(kChromePixels)));
    document.setHtml(html);
    mark(document);
    return document.toHtml();
}

void GlossaryHelp::attach(QLabel* label) {
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(label, &QLabel::linkActivated, this, [this](const QString& link) { follow(QUrl(link)); });
    connect(label, &QLabel::linkHovered, label, [this, label](const QString& link) {
        const auto* term = m_glossary.find(QUrl(link).path().toStdString());
        if (!term) return QToolTip::hideText();
        QToolTip::showText(QCursor::pos(), meaning(*term), label);
    });
    const auto plain = std::make_shared<std::string>(); // as the label's owner said it last
    const auto show = [this, label, plain] {
        if (!Qt::mightBeRichText(label->text())) *plain = label->text().toStdString();
        const auto piece = [&plain](std::size_t begin, std::size_t end) {
            return QString::fromStdString(plain->substr(begin, end - begin));
        };
        QString html;
        std::size_t done = 0;
        for (const auto& place : lesson::find_terms(m_glossary, *plain, LanguageSwitch::instance().language())) {
            const std::size_t end = place.begin + place.size;
            html += piece(done, place.begin).toHtmlEscaped() +
                    link(kTerm, QString::fromStdString(place.id), piece(place.begin, end), Token::Muted);
            done = end;
        }
        if (done > 0) label->setText("<span>" + html + piece(done, plain->size()).toHtmlEscaped() + "</span>");
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, label, show); // the colour of the links
    translated(label, show);
}

bool GlossaryHelp::follow(const QUrl& url) {
    if (url.scheme() != kTerm) return false;
    Q_EMIT asked(url.path());
    return true;
}

GlossaryPage::GlossaryPage(const lesson::LessonShelf& shelf, QWidget* parent)
    : Page(parent), m_shelf(shelf), m_search(new QLineEdit(this)), m_text(new QTextBrowser(this)) {
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_search->setClearButtonEnabled(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 24, 32, 0);
    layout->setSpacing(16);
    layout->addWidget(m_search);
    layout->addWidget(m_text, 1);
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryPage::showTerms);
    connect(m_text, &QTextBrowser::anchorClicked, this, &GlossaryPage::openAnchor);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &GlossaryPage::showTerms);
    translated(this, [this] {
        m_search->setPlaceholderText(tr("Search the glossary"));
        m_search->setAccessibleName(tr("Search the glossary"));
        m_search->setToolTip(tr("Shows the terms that hold these letters, in their name or meaning"));
        m_text->setAccessibleName(tr("Glossary"));
        m_search->setMaximumWidth(qRound(scaled(420)));
        showTerms();
    });
}

QWidget* GlossaryPage::firstFocus() {
    return m_search;
}

void GlossaryPage::showTerms() {
    const auto language = LanguageSwitch::instance().language();
    const auto& glossary = GlossaryHelp::instance().glossary();
    const QString wanted = m_search->text().trimmed();
    const auto name = [&](const lesson::GlossaryTerm& term) { return QString::fromStdString(term.in(language).name); };
    QList<const lesson::GlossaryTerm*> shown;
    for (const auto& term : glossary.terms) {
        const QString all = name(term) + " " + QString::fromStdString(term.in(language).text + " " + term.id);
        if (all.contains(wanted, Qt::CaseInsensitive)) shown << &term;
    }
    std::ranges::sort(shown, [&](const auto* a, const auto* b) { return name(*a).localeAwareCompare(name(*b)) < 0; });

    const QString muted = theme().color(Token::Muted).name();
    QString html;
    for (const auto* term : shown) {
        QStringList beside;
        for (const auto& other : term->see)
            beside << link(kTerm, QString::fromStdString(other), name(*glossary.find(other)));
        QString after = beside.isEmpty() ? QString() : tr("See also: %1").arg(beside.join(", "));
        if (const lesson::Lesson* lesson = m_shelf.find(term->lesson)) {
            const QString title = QString::fromStdString(lesson->section + "  " + lesson->text(language).title);
            after += (after.isEmpty() ? "" : " · ") +
                     tr("Lesson: %1").arg(link(kLesson, QString::fromStdString(lesson->id), title));
        }
        html += QString("<h3><a name=\"%1\"></a>%2</h3><p>%3<br><span style=\"color:%4\">%5</span></p>")
                    .arg(QString::fromStdString(term->id), name(*term).toHtmlEscaped(),
                         QString::fromStdString(term->in(language).text).toHtmlEscaped(), muted, after);
    }
    m_text->document()->setDefaultFont(textFont(scaled(kLessonPixels)));
    m_text->setHtml(html.isEmpty() ? tr("No term holds these words.").toHtmlEscaped() : html);
}

void GlossaryPage::enterText(const QString& term) {
    m_search->clear();
    m_text->scrollToAnchor(term);
}

void GlossaryPage::openAnchor(const QUrl& url) {
    if (url.scheme() == kTerm)
        enterText(url.path());
    else if (url.scheme() == kLesson)
        Q_EMIT lessonAsked(url.path());
}

} // namespace ampscope::ui
