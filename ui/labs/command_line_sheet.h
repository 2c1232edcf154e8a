// The window that shows a page's command lines.
#pragma once

#include <QDialog>

#include "ui/labs/command_line_button.h"

class QPlainTextEdit;

namespace ampscope::ui {

class CommandLineSheet : public QDialog {
    Q_OBJECT
  public:
    CommandLineSheet(Page& page, const ScenarioAccess& scenario, CommandLineButton& owner);

    QString text() const;

  private:
    void showLines();

    Page& m_page;
    QPlainTextEdit* m_lines;
};

} // namespace ampscope::ui
