#include "ui/labs/field_table.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/bridge/language.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/field_row.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr int kTableWidth = 380;

// Where a field stands: by its path, or by what its path begins with.
struct GroupOf {
    const char* title;
    std::initializer_list<std::string_view> beginnings;
};
const std::array<GroupOf, 6>& groups() {
    static const std::array<GroupOf, 6> all = {{
        {QT_TRANSLATE_NOOP("ampscope::ui::FieldTable", "Precision"), {"precision", "autocast.", "fp16_accumulation"}},
        {QT_TRANSLATE_NOOP("ampscope::ui::FieldTable", "Loss scale"), {"scaler.", "loss_multiplier"}},
        {QT_TRANSLATE_NOOP("ampscope::ui::FieldTable", "Optimizer"), {"optimizer.", "schedule.", "clip."}},
        {QT_TRANSLATE_NOOP("ampscope::ui::FieldTable", "Text and batch"),
         {"data.", "micro_batch_size", "batch_size", "sequence_length", "accumulation_steps", "loss_normalization"}},
        {QT_TRANSLATE_NOOP("ampscope::ui::FieldTable", "Model"), {"model.", "checkpointing."}},
        {QT_TRANSLATE_NOOP("ampscope::ui::FieldTable", "Run"), {""}}, // and whatever comes new
    }};
    return all;
}

std::size_t groupOf(std::string_view path) {
    const auto found = std::ranges::find_if(groups(), [&](const GroupOf& group) {
        return std::ranges::any_of(group.beginnings, [&](auto beginning) { return path.starts_with(beginning); });
    });
    return static_cast<std::size_t>(found - groups().begin());
}

} // namespace

FieldTable::FieldTable(QWidget* parent)
    : QWidget(parent), m_search(new QLineEdit), m_changedOnly(new QCheckBox), m_count(new QLabel), m_none(new QLabel) {
    setObjectName("lessonCard");
    setAttribute(Qt::WA_StyledBackground);
    auto* heading = new QLabel;
    auto* close = new QPushButton;
    close->setObjectName("closeTable");
    auto* top = new QHBoxLayout;
    top->addWidget(heading, 1);
    top->addWidget(close);
    auto* switches = new QHBoxLayout;
    switches->addWidget(m_changedOnly, 1);
    switches->addWidget(m_count);
    m_count->setProperty("role", "muted");
    m_none->setProperty("role", "muted");
    m_none->setWordWrap(true);
    m_search->setClearButtonEnabled(true);
    m_search->setMaxLength(100);

    auto* inside = new QWidget;
    inside->setObjectName("lessonCard");
    inside->setAttribute(Qt::WA_StyledBackground);
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(20, 4, 20, 16);
    m_column->setSpacing(6);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keyboard, and comes into sight with it
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(inside);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(20, 16, 20, 6);
    head->setSpacing(8);
    head->addLayout(top);
    head->addWidget(m_search);
    head->addLayout(switches);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(scroll, 1);
    build();

    connect(close, &QPushButton::clicked, this, &FieldTable::closed);
    connect(m_search, &QLineEdit::textChanged, this, &FieldTable::filter);
    connect(m_changedOnly, &QCheckBox::toggled, this, &FieldTable::filter);
    readSearchWords();
    translated(this, [this, heading, close] {
        heading->setText(tr("All settings"));
        close->setText(tr("Done"));
        close->setToolTip(tr("Back to the lab's few settings (Esc)"));
        m_search->setPlaceholderText(tr("Search: name or meaning"));
        m_search->setAccessibleName(tr("Search the settings"));
        m_changedOnly->setText(tr("changed only"));
        m_changedOnly->setToolTip(tr("Only settings that differ from their default"));
        m_none->setText(tr("No setting has these words. Other words, or an empty search, show more."));
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            m_groups[i].title->setText(tr(groups()[i].title));
        filter();
    });
    const auto fit = [this, heading] {
        setFixedWidth(qRound(scaled(kTableWidth)));
        heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
        for (const auto& group : m_groups)
            group.title->setFont(textFont(scaled(kChromePixels), QFont::Bold));
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
}

void FieldTable::build() {
    m_groups.resize(groups().size());
    for (const auto& field : scenario::fields()) {
        auto* row = new FieldRow(field);
        connect(row, &FieldRow::edited, this, &FieldTable::edited);
        m_groups[groupOf(field.path)].rows << row;
    }
    for (auto& group : m_groups) {
        group.title = new QLabel;
        m_column->addWidget(group.title);
        for (auto* row : group.rows)
            m_column->addWidget(row);
    }
    m_column->addWidget(m_none);
    m_column->addStretch(1);
}

// Both languages: a term is often known in one of them only.
void FieldTable::readSearchWords() {
    for (const auto language : {text::Language::English, text::Language::Korean}) {
        const LanguageLook look(language);
        for (const auto& group : m_groups)
            for (auto* row : group.rows)
                row->setProperty("words", row->property("words").toString() + " " + row->searchWords());
    }
}

void FieldTable::showSettings(const scenario::Scenario& scenario, const std::vector<scenario::Problem>& problems) {
    for (const auto& group : m_groups)
        for (auto* row : group.rows) {
            row->setValue(scenario);
            const auto found = std::ranges::find(problems, row->path().toStdString(), &scenario::Problem::path);
            if (found != problems.end()) row->editor()->showError(say(found->message));
        }
    filter();
}

void FieldTable::setFilter(const QString& text, bool changedOnly) {
    m_changedOnly->setChecked(changedOnly);
    m_search->setText(text);
}

void FieldTable::filter() {
    const QStringList words = m_search->text().split(' ', Qt::SkipEmptyParts);
    int shown = 0, all = 0;
    for (const auto& group : m_groups) {
        bool any = false;
        for (auto* row : group.rows) {
            const QString text = row->property("words").toString();
            const bool fits = (!m_changedOnly->isChecked() || row->isChanged()) &&
                              std::ranges::all_of(
                                  words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
            row->setVisible(fits);
            any = any || fits;
            shown += fits;
            ++all;
        }
        group.title->setVisible(any);
    }
    m_none->setVisible(shown == 0);
    m_count->setText(tr("%1 of %2").arg(shown).arg(all));
}

QStringList FieldTable::shown() const {
    QStringList paths;
    for (const auto& group : m_groups)
        for (const auto* row : group.rows)
            if (!row->isHidden()) paths << row->path();
    return paths;
}

FieldRow* FieldTable::row(const QString& path) const {
    for (const auto& group : m_groups)
        for (auto* row : group.rows)
            if (row->path() == path) return row;
    return nullptr;
}

void FieldTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return m_search->text().isEmpty() ? Q_EMIT closed() : m_search->clear();
    if (event->matches(QKeySequence::Find)) return m_search->setFocus();
    QWidget::keyPressEvent(event);
}

} // namespace ampscope::ui
