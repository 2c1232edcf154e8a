#include "ui/labs/text_entry.h"

#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "core/text/message.h"
#include "ui/bridge/language.h"

namespace ampscope::ui {

TextEntry::TextEntry(std::function<void(const QString&)> take, QWidget* parent)
    : QWidget(parent), m_take(std::move(take)), m_name(new QLabel), m_error(new QLabel), m_line(new QLineEdit) {
    m_name->setProperty("role", "muted");
    m_name->setBuddy(m_line);
    m_error->setProperty("role", "error");
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->hide();
    m_line->setMaxLength(64);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (auto* part : std::initializer_list<QWidget*>{m_name, m_line, m_error})
        layout->addWidget(part);
    connect(m_line, &QLineEdit::editingFinished, this, &TextEntry::read);
}

QString TextEntry::text() const {
    return m_line->text();
}

void TextEntry::setText(const QString& text) {
    m_read = text;
    m_line->setText(text);
    m_error->hide();
}

void TextEntry::enter(const QString& text) {
    m_line->setText(text);
    read();
}

void TextEntry::setWords(const QString& name, const QString& placeholder, const QString& help) {
    m_name->setText(name);
    m_line->setPlaceholderText(placeholder);
    m_line->setAccessibleName(name);
    m_line->setToolTip(help);
}

void TextEntry::setSuggestions(const QStringList& suggestions) {
    auto* completer = new QCompleter(suggestions, m_line);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_line->setCompleter(completer);
    connect(
        completer, qOverload<const QString&>(&QCompleter::activated), this, [this] { read(); }, Qt::QueuedConnection);
}

QString TextEntry::error() const {
    return m_error->isHidden() ? QString() : m_error->text();
}

void TextEntry::read() {
    const QString text = m_line->text().trimmed();
    if (text == m_read && m_error->isHidden()) return;
    try {
        m_take(text);
        m_read = text;
        m_error->hide();
    } catch (const text::Error& error) {
        m_error->setText(say(error));
        m_error->show();
    }
}

} // namespace ampscope::ui
