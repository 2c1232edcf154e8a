#include "ui/labs/command_line_sheet.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "core/scenario/scenario_json.h"
#include "ui/bridge/language.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

CommandLineSheet::CommandLineSheet(Page& page, const ScenarioAccess& scenario, CommandLineButton& owner)
    : QDialog(&page), m_page(page), m_lines(new QPlainTextEdit) {
    auto* words = new QLabel;
    words->setWordWrap(true);
    m_lines->setReadOnly(true);
    m_lines->setFont(monoFont(scaled(kChromePixels)));
    m_lines->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_lines->setTabChangesFocus(true);
    auto* copy = new QPushButton;
    auto* close = new QPushButton;
    copy->setDefault(true);
    auto* row = new QHBoxLayout;
    row->addWidget(copy);
    QPushButton *text = nullptr, *save = nullptr, *load = nullptr;
    if (scenario.get) {
        row->addWidget(text = new QPushButton);
        row->addWidget(save = new QPushButton);
        connect(text, &QPushButton::clicked, this, [get = scenario.get] {
            QGuiApplication::clipboard()->setText(QString::fromStdString(scenario::scenario_text(get())));
        });
        connect(save, &QPushButton::clicked, this, [this, &owner] {
            if (const QString path = CommandLineButton::askWhereToSave(this); !path.isEmpty()) owner.save(path);
        });
    }
    if (scenario.take) {
        row->addWidget(load = new QPushButton);
        connect(load, &QPushButton::clicked, this, [this, &owner] {
            if (const QString path = CommandLineButton::askWhatToLoad(this); !path.isEmpty()) owner.load(path);
        });
    }
    row->addStretch(1);
    row->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 12);
    layout->setSpacing(10);
    layout->addWidget(words);
    layout->addWidget(m_lines, 1);
    layout->addLayout(row);
    resize(qRound(scaled(760)), qRound(scaled(300)));

    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(this->text()); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(&page, &Page::changed, this, &CommandLineSheet::showLines);
    translated(this, [this, words, copy, close, text, save, load] {
        setWindowTitle(tr("Command line"));
        words->setText(tr("The same numbers without the window. With --json they come as JSON."));
        m_lines->setAccessibleName(tr("Command line"));
        copy->setText(tr("Copy"));
        close->setText(tr("Close"));
        if (text) {
            text->setText(tr("Copy scenario as text"));
            text->setToolTip(tr("Every setting of the run as JSON"));
            save->setText(tr("Save scenario …"));
        }
        if (load) load->setText(tr("Load scenario …"));
    });
    showLines();
}

QString CommandLineSheet::text() const {
    return m_lines->toPlainText();
}

// A line that is being read must not jump.
void CommandLineSheet::showLines() {
    const QString lines = m_page.commandLine();
    if (lines != text()) m_lines->setPlainText(lines);
}

} // namespace ampscope::ui
