#include "ui/shell/lessons/exercise_panel.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/flow_layout.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lessons/exercise_desk.h"

namespace ampscope::ui {

using lesson::Judgement;
using lesson::Outcome;

// Everything in a layout, layouts inside it included.
static void emptied(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        if (item->layout()) emptied(item->layout());
        delete item;
    }
}

// --- evidence

EvidencePanel::EvidencePanel(const lesson::Lesson& lesson, const lesson::Step& step, ExerciseDesk& desk,
                             QWidget* parent)
    : QWidget(parent),
      m_lesson(lesson),
      m_step(step),
      m_desk(desk),
      m_slots(new QVBoxLayout),
      m_progressRow(new QWidget),
      m_progress(new QProgressBar),
      m_cancel(new QPushButton) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->setSpacing(kSpace);
    m_slots->setSpacing(kSpace);
    addEditors(); // what the runs below are made with
    for (auto* editor : std::as_const(m_editors))
        layout->addWidget(editor);
    layout->addLayout(m_slots);
    auto* row = new QHBoxLayout(m_progressRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    layout->addWidget(m_progressRow);
    connect(m_cancel, &QPushButton::clicked, &m_desk, &ExerciseDesk::cancel);
    // The clicked button is among what refresh() replaces.
    connect(&m_desk, &ExerciseDesk::changed, this, &EvidencePanel::refresh, Qt::QueuedConnection);
    connect(&m_desk, &ExerciseDesk::progressed, this, &EvidencePanel::refreshProgress);
    translated(this, [this] {
        m_cancel->setText(tr("Cancel"));
        m_cancel->setAccessibleName(tr("Cancel the runs"));
        m_progress->setAccessibleName(tr("Progress of the run"));
        refresh();
    });
}

void EvidencePanel::addEditors() {
    for (const auto& path : m_step.controls) {
        if (!scenario::find_field(path)) continue;
        auto* editor = new FieldEditor(QString::fromStdString(path));
        connect(editor, &FieldEditor::edited, this, [this](const QString& field, const QString& value) {
            m_desk.set(m_step.exercise->slot_list, field, value);
        });
        m_editors << editor;
    }
}

void EvidencePanel::refresh() {
    emptied(m_slots);
    for (const auto& slot : m_step.exercise->slot_list)
        addSlot(slot);
    for (auto* editor : std::as_const(m_editors)) {
        // A setting goes to the slots that leave it open: the first of them shows it.
        const auto& slot_list = m_step.exercise->slot_list;
        const auto open = std::ranges::find_if(slot_list, [&](const std::string& slot) {
            return lesson::is_open(*m_lesson.find_slot(slot), editor->path().toStdString());
        });
        if (open != slot_list.end()) editor->setValue(m_desk.scenarioOf(*open));
    }
    refreshProgress();
}

void EvidencePanel::addSlot(const std::string& name) {
    const lesson::Slot& slot = *m_lesson.find_slot(name);
    const auto& items = m_desk.items(name);
    const QString shown = QString::fromStdString(name);
    auto* box = new QFrame;
    box->setProperty("role", "panel");
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);

    auto* head = new QHBoxLayout;
    auto* title = new QLabel(shown);
    title->setFont(monoFont(scaled(kChromePixels), QFont::DemiBold));
    auto* count = new QLabel(tr("%1 of %2").arg(items.size()).arg(slot.runs));
    count->setProperty("role", "muted");
    head->addWidget(title);
    head->addWidget(count);
    head->addStretch(1);
    const bool is_busy = m_desk.busySlot() == name;
    auto* run = new QPushButton(items.size() < slot.runs || is_busy ? tr("Run") : QStringLiteral("+1"));
    run->setEnabled(!is_busy);
    run->setAccessibleName(tr("Run %1").arg(shown));
    QStringList conditions;
    for (const auto& [field, allowed] : slot.where) {
        QStringList texts;
        for (const auto& item : allowed)
            texts << (item.empty() ? QStringLiteral("–") : QString::fromStdString(item));
        conditions << QString("%1 = %2").arg(QString::fromStdString(field), texts.join(", "));
    }
    run->setToolTip(
        tr("Makes the runs that this slot lacks and keeps them in the run library.\n%1").arg(conditions.join("\n")));
    connect(run, &QPushButton::clicked, this, [this, name] { m_desk.runSlot(name); });
    auto* take = new QToolButton;
    take->setText(tr("Library"));
    take->setProperty("role", "switch"); // small: the row has to fit a narrow card
    take->setAccessibleName(tr("Runs of the library for %1").arg(shown));
    take->setToolTip(tr("Takes a run from the run library"));
    connect(take, &QToolButton::clicked, this, [this, name, take] { offerLibrary(name, take); });
    head->addWidget(run);
    head->addWidget(take);
    layout->addLayout(head);

    if (!items.empty()) {
        auto* chips = new QWidget;
        chips->setSizePolicy(QSizePolicy::Ignored,
                             QSizePolicy::Minimum); // as wide as the card, not the other way round
        auto* flow = new FlowLayout(6, chips);
        for (std::size_t i = 0; i < items.size(); ++i) {
            auto* chip = new QToolButton;
            chip->setText(items[i].label + QStringLiteral("  ×"));
            chip->setProperty("role", "switch"); // small: ten fit into a card
            const QString id = items[i].id();
            chip->setToolTip(id.isEmpty() ? tr("Seed %1. Click to take it out.").arg(items[i].label)
                                          : tr("Seed %1, run %2. Click to take it out.").arg(items[i].label, id));
            chip->setAccessibleName(tr("Take out seed %1").arg(items[i].label));
            connect(chip, &QToolButton::clicked, this, [this, name, i] { m_desk.remove(name, i); });
            flow->addWidget(chip);
        }
        layout->addWidget(chips);
    }
    m_slots->addWidget(box);
}

void EvidencePanel::offerLibrary(const std::string& slot, QToolButton* button) {
    button->setEnabled(false); // until the library has answered
    m_desk.findFitting(slot, button, [this, slot, button](const std::vector<record::RunEntry>& runs) {
        button->setEnabled(true);
        auto* menu = new QMenu(this); // not of the button, which is made anew while it is open
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (const auto& entry : runs) {
            const QString name = QString::fromStdString(entry.name).left(40).replace('&', "&&");
            auto* action = menu->addAction(QString("%1   %2 · %3")
                                               .arg(QString::fromStdString(entry.id), name,
                                                    tr("%1 steps").arg(entry.steps_run + entry.steps_skipped)));
            connect(action, &QAction::triggered, this, [this, slot, id = entry.id] { m_desk.take(slot, id); });
        }
        if (runs.empty()) menu->addAction(tr("No run in the library fits here"))->setEnabled(false);
        menu->popup(button->mapToGlobal(QPoint(0, button->height())));
    });
}

void EvidencePanel::refreshProgress() {
    const auto progress = m_desk.progress();
    m_progressRow->setVisible(m_desk.isBusy());
    m_progress->setRange(0, static_cast<int>(std::max<std::int64_t>(1, progress.planned)));
    m_progress->setValue(static_cast<int>(progress.made));
    const QString steps = tr("%1 of %2 steps").arg(progress.made).arg(progress.planned);
    m_progress->setFormat(progress.queued == 0 ? steps : tr("%1, %2 more runs").arg(steps).arg(progress.queued));
}

// --- verdict

VerdictPanel::VerdictPanel(QWidget* parent)
    : QWidget(parent),
      m_outcome(new QLabel),
      m_lines(new QVBoxLayout),
      m_prompt(new QLabel),
      m_sentence(new QPlainTextEdit) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->setSpacing(kSpace);
    auto* box = new QFrame;
    box->setProperty("role", "notice");
    auto* inside = new QVBoxLayout(box);
    inside->setContentsMargins(12, 10, 12, 10);
    inside->setSpacing(6);
    m_outcome->setProperty("role", "title");
    m_outcome->setWordWrap(true);
    m_lines->setSpacing(5);
    inside->addWidget(m_outcome);
    inside->addLayout(m_lines);
    layout->addWidget(box);
    m_prompt->setWordWrap(true);
    m_prompt->setProperty("role", "muted");
    m_prompt->setBuddy(m_sentence);
    m_sentence->setFixedHeight(qRound(scaled(72)));
    m_sentence->setTabChangesFocus(true);
    layout->addWidget(m_prompt);
    layout->addWidget(m_sentence);
    connect(m_sentence, &QPlainTextEdit::textChanged, this,
            [this] { Q_EMIT sentenceChanged(m_sentence->toPlainText()); });
    translated(this, [this] {
        m_prompt->setText(tr("Your sentence. Nobody marks it; it goes into the report."));
        m_sentence->setAccessibleName(tr("Your sentence"));
    });
}

void VerdictPanel::setSentence(const QString& sentence) {
    const QSignalBlocker quiet(m_sentence);
    m_sentence->setPlainText(sentence);
}

void VerdictPanel::show(const Judgement& judgement) {
    m_outcome->setText(say(judgement.outcome == Outcome::Pass     ? "exercise.pass"
                           : judgement.outcome == Outcome::NotYet ? "exercise.not_yet"
                                                                  : "exercise.inconclusive"));
    emptied(m_lines);
    const auto add = [&](const QString& text, bool strong) {
        auto* label = new QLabel(text);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFont(textFont(scaled(kChromePixels), strong ? QFont::DemiBold : QFont::Normal));
        m_lines->addWidget(label);
    };
    QStringList linked;
    for (const auto& line : judgement.lines) {
        add((line.holds ? QStringLiteral("✓  ") : QStringLiteral("✗  ")) + say(line.message), !line.holds);
        const QString instrument = QString::fromStdString(line.instrument);
        // Once for each plot, and again where something is amiss.
        if (instrument.isEmpty() || (line.holds && linked.contains(instrument))) continue;
        linked << instrument;
        auto* link = new QToolButton;
        link->setProperty("role", "flat");
        link->setText(tr("Show the plot"));
        link->setAccessibleName(tr("Show the plot of: %1").arg(say(line.message)));
        connect(link, &QToolButton::clicked, this, [this, instrument] { Q_EMIT plotAsked(instrument); });
        m_lines->addWidget(link, 0, Qt::AlignLeft);
    }
    for (const auto& remark : judgement.remarks)
        add(QStringLiteral("·  ") + say(remark), false);
}

} // namespace ampscope::ui
