#include "ui/labs/lab_form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/undo_buttons.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

constexpr int kFormWidth = 286;

LabForm::LabForm(std::vector<LabPreset> presets, QWidget* parent)
    : QWidget(parent),
      m_list(std::move(presets)),
      m_foot(new QVBoxLayout),
      m_heading(new QLabel),
      m_hint(new QLabel),
      m_problem(new QLabel),
      m_presets(new ElidedComboBox) {
    setObjectName("lessonCard");
    setAttribute(Qt::WA_StyledBackground);
    auto* side = new QWidget;
    side->setObjectName("lessonCard");
    side->setAttribute(Qt::WA_StyledBackground);
    auto* inside = new QVBoxLayout(side);
    inside->setContentsMargins(20, 20, 20, 16);
    inside->setSpacing(10);
    m_column = new QVBoxLayout;
    m_column->setSpacing(10);
    inside->addLayout(m_column);
    inside->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keyboard, and comes into sight with it
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(side);
    scroll->setFrameShape(QFrame::NoFrame);
    m_foot->setContentsMargins(20, 8, 20, 12);
    m_foot->setSpacing(6);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addLayout(m_foot);

    for (auto* words : {m_heading, m_hint, m_problem})
        words->setWordWrap(true);
    m_hint->setObjectName("hint");
    m_hint->setProperty("role", "muted");
    m_problem->setProperty("role", "error");
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_column->addWidget(m_heading);
    m_column->addWidget(m_hint);
    m_column->addWidget(m_problem);
    m_presets->setObjectName("presets");
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
        showPreset();
    });
    const auto fit = [this] {
        setFixedWidth(qRound(scaled(kFormWidth)));
        m_heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
}

void LabForm::setWords(std::function<QString()> heading, std::function<QString()> hint) {
    translated(this, [this, heading, hint] {
        m_heading->setText(heading());
        m_hint->setText(hint());
        setWhatsThis("<p>" + hint().toHtmlEscaped() + "</p>");
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
    m_foot->addWidget(new UndoButtons(stack, std::move(reset)));
}

void LabForm::addTools(const QList<QWidget*>& buttons) {
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    for (auto* button : buttons)
        row->addWidget(button, 1);
    m_foot->addLayout(row);
}

const LabPreset* LabForm::preset(const QString& id) const {
    const auto found = std::ranges::find(m_list, id, &LabPreset::id);
    return found == m_list.end() ? nullptr : &*found;
}

QStringList LabForm::presetIds() const {
    QStringList ids;
    for (const auto& preset : m_list)
        ids << preset.id;
    return ids;
}

void LabForm::showSettings(const scenario::Scenario& scenario, const QString& presetId) {
    m_shown = presetId;
    showPreset();
    for (auto* editor : m_editors)
        editor->setValue(scenario);
}

void LabForm::showPreset() {
    m_presets->setCurrentIndex(m_presets->findData(m_shown));
    m_presets->setToolTip(m_presets->currentData(Qt::ToolTipRole).toString());
}

void LabForm::showProblems(const std::vector<scenario::Problem>& problems) {
    QStringList elsewhere;
    for (const auto& problem : problems) {
        const auto own = std::ranges::find(m_editors, QString::fromStdString(problem.path), &FieldEditor::path);
        const QString words = say(problem.message);
        if (own != m_editors.end())
            (*own)->showError(words);
        else
            elsewhere << fieldLabel(QString::fromStdString(problem.path)) + QStringLiteral(": ") + words;
    }
    m_problem->setText(elsewhere.join('\n'));
    m_problem->setVisible(!elsewhere.isEmpty());
}

} // namespace ampscope::ui
