// A quiet button that shows what gives the numbers of a page on the command line, and takes its scenario in and out.
#pragma once

#include <QPushButton>
#include <functional>

#include "core/scenario/scenario.h"

namespace ampscope::ui {

class Page;

/// The scenario of a page. Either may be empty: then the page has none, or takes none.
struct ScenarioAccess {
    std::function<scenario::Scenario()> get;
    std::function<void(const scenario::Scenario&)> take;
};

class CommandLineButton : public QPushButton {
    Q_OBJECT
  public:
    /// The page must outlive the button.
    explicit CommandLineButton(Page& page, ScenarioAccess scenario = {}, QWidget* parent = nullptr);

    /// Only a prompt in place of the words, where there is little room.
    void setBrief();
    /// Opens the sheet, or brings it to the front. It follows the page while it is open.
    void open();
    /// To a file, through the guarded writer; false when it could not be written, and the page says why.
    bool save(const QString& path);
    /// From a file; false when it cannot be used, and the page says why.
    bool load(const QString& path);

    /// Ask for a file; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget*parent)> askWhereToSave, askWhatToLoad;

  private:
    void showWords();

    bool m_isBrief = false;
    Page& m_page;
    const ScenarioAccess m_scenario;
    class CommandLineSheet* m_sheet = nullptr;
};

} // namespace ampscope::ui
