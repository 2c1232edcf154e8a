// A line of text that is read when it is finished, with a sentence under it where it cannot be read.
#pragma once

#include <QWidget>
#include <functional>

class QLabel;
class QLineEdit;

namespace ampscope::ui {

class TextEntry : public QWidget {
    Q_OBJECT
  public:
    /// `take` reads what was typed; a text::Error that it throws is shown, and nothing else happens.
    explicit TextEntry(std::function<void(const QString&)> take, QWidget* parent = nullptr);

    QString text() const;
    /// Shows a text without reading it.
    void setText(const QString& text);
    /// As if it had been typed.
    void enter(const QString& text);
    void setWords(const QString& name, const QString& placeholder, const QString& help);
    void setSuggestions(const QStringList& suggestions);
    /// What stands under the line; "" while everything could be read.
    QString error() const;

  private:
    void read();

    std::function<void(const QString&)> m_take;
    QString m_read; ///< what was taken last
    QLabel *m_name, *m_error;
    QLineEdit* m_line;
};

} // namespace ampscope::ui
