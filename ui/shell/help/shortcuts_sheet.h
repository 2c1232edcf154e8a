// All keys on one sheet, made from the window's commands and the instruments' own words.
#pragma once

#include <QDialog>

class QTextBrowser;

namespace ampscope::ui {

class Commands;

class ShortcutsSheet : public QDialog {
    Q_OBJECT
  public:
    ShortcutsSheet(const Commands& commands, QWidget* parent);
    QTextBrowser* text() const { return m_text; }

  private:
    QString html() const;

    const Commands& m_commands;
    QTextBrowser* m_text;
};

} // namespace ampscope::ui
