#include "ui/labs/command_line_button.h"

#include <QFileDialog>

#include "core/io/file.h"
#include "core/io/json.h"
#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/labs/command_line_sheet.h"
#include "ui/labs/page.h"

namespace ampscope::ui {

static QString fileKinds() {
    return CommandLineButton::tr("Scenarios (*.json);;All files (*)");
}
std::function<QString(QWidget*)> CommandLineButton::askWhereToSave = [](QWidget* parent) {
    return QFileDialog::getSaveFileName(parent, {}, QStringLiteral("scenario.json"), fileKinds());
};
std::function<QString(QWidget*)> CommandLineButton::askWhatToLoad = [](QWidget* parent) {
    return QFileDialog::getOpenFileName(parent, {}, {}, fileKinds());
};

CommandLineButton::CommandLineButton(Page& page, ScenarioAccess scenario, QWidget* parent)
    : QPushButton(parent), m_page(page), m_scenario(std::move(scenario)) {
    setObjectName("commandLine");
    connect(this, &QPushButton::clicked, this, &CommandLineButton::open);
    translated(this, [this] { showWords(); });
}

void CommandLineButton::showWords() {
    setText(m_isBrief ? QStringLiteral(">_") : tr("Command line"));
    setToolTip(tr("What gives the same numbers in a terminal; the scenario as a file"));
    setAccessibleName(tr("Command line"));
}

void CommandLineButton::setBrief() {
    m_isBrief = true;
    showWords();
}

void CommandLineButton::open() {
    if (!m_sheet) m_sheet = new CommandLineSheet(m_page, m_scenario, *this);
    m_sheet->show();
    m_sheet->raise();
    m_sheet->activateWindow();
}

bool CommandLineButton::save(const QString& path) {
    try {
        io::write_file(path.toStdString(), scenario::scenario_text(m_scenario.get()));
        return true;
    } catch (const text::Error& error) {
        Q_EMIT m_page.noticed(say(error));
        return false;
    }
}

bool CommandLineButton::load(const QString& path) {
    try {
        m_scenario.take(scenario::read_scenario(io::read_json_file(path.toStdString(), {1u << 20, 16})));
        return true;
    } catch (const text::Error& error) {
        Q_EMIT m_page.noticed(say(error));
        return false;
    }
}

} // namespace ampscope::ui
