#include "ui/labs/lab_form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QUndoStack>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/labs/field_editor.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

LabForm::LabForm(std::vector<LabPreset> presets, QWidget* parent)
    : QWidget(parent),
      m_list(std::move(presets)),
      m_heading(new QLabel),
      m_hint(new QLabel),
      m_presets(new ElidedComboBox) {
    auto* side = new QWidget;
    side->setObjectName("lessonCard");
    side->setAttribute(Qt::WA_StyledBackground);
    m_column = new QVBoxLayout(side);
    m_column->setContentsMargins(20, 20, 20, 16);
    m_column->setSpacing(10);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(side);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    setFixedWidth(286);

    for (auto* words : {m_heading, m_hint})
        words->setWordWrap(true);
    m_hint->setProperty("role", "muted");
    m_column->addWidget(m_heading);
    m_column->addWidget(m_hint);
    m_presets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    add(m_presets, [] { return tr("preset"); });
    connect(m_presets, &QComboBox::activated, this,
            [this](int index) { Q_EMIT presetChosen(m_presets->itemData(index).toString()); });
    translated(this, [this] {
        m_presets->clear();
        for (const auto& preset : m_list) {
            m_presets->addItem(preset.title(), preset.id);
            m_presets->setItemData(m_presets->count() - 1, preset.meaning(), Qt::ToolTipRole);
        }
        m_presets->setCurrentIndex(m_presets->findData(m_shown));
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, m_heading,
            [this] { m_heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold)); });
}

void LabForm::setWords(std::function<QString()> heading, std::function<QString()> hint) {
    translated(this, [this, heading, hint] {
        m_heading->setText(heading());
        m_heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
        m_hint->setText(hint());
    });
}

void LabForm::addField(const char* path) {
    auto* editor = new FieldEditor(path);
    connect(editor, &FieldEditor::edited, this, &LabForm::edited);
    m_column->addWidget(editor);
    m_editors << editor;
}

void LabForm::add(QWidget* control, std::function<QString()> name) {
    if (name) {
        auto* label = new QLabel;
        label->setProperty("role", "muted");
        label->setBuddy(control);
        m_column->addWidget(label);
        translated(label, [label, control, name] {
            label->setText(name());
            control->setAccessibleName(name());
        });
    }
    m_column->addWidget(control);
}

void LabForm::addUndo(QUndoStack& stack, std::function<void()> reset) {
    auto* buttons = new QWidget;
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 6, 0, 0);
    auto *undo = new QPushButton, *redo = new QPushButton, *again = new QPushButton;
    for (auto* button : {undo, redo, again})
        row->addWidget(button);
    const auto enable = [&stack, undo, redo] {
        undo->setEnabled(stack.canUndo());
        redo->setEnabled(stack.canRedo());
    };
    connect(&stack, &QUndoStack::indexChanged, this, enable);
    connect(undo, &QPushButton::clicked, &stack, &QUndoStack::undo);
    connect(redo, &QPushButton::clicked, &stack, &QUndoStack::redo);
    connect(again, &QPushButton::clicked, this, std::move(reset));
    enable();
    translated(buttons, [undo, redo, again] {
        undo->setText(tr("Undo"));
        redo->setText(tr("Redo"));
        again->setText(tr("Reset"));
        undo->setToolTip(tr("Undo the last change (Ctrl+Z)"));
        redo->setToolTip(tr("Do it again (Ctrl+Shift+Z)"));
        again->setToolTip(tr("Everything as it was at the start"));
    });
    add(buttons);
}

void LabForm::finish() {
    m_column->addStretch(1);
}

const LabPreset* LabForm::preset(const QString& id) const {
    const auto found = std::ranges::find(m_list, id, &LabPreset::id);
    return found == m_list.end() ? nullptr : &*found;
}

void LabForm::showSettings(const scenario::Scenario& scenario, const QString& presetId) {
    m_shown = presetId;
    m_presets->setCurrentIndex(m_presets->findData(presetId));
    for (auto* editor : m_editors)
        editor->setValue(scenario);
}

} // namespace ampscope::ui
