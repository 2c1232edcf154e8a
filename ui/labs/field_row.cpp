#include "ui/labs/field_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/labs/field_editor.h"

namespace ampscope::ui {

FieldRow::FieldRow(const scenario::Field& field, QWidget* parent)
    : QWidget(parent),
      m_field(field),
      m_path(QString::fromUtf8(field.path.data(), static_cast<qsizetype>(field.path.size()))),
      m_editor(new FieldEditor(m_path, FieldEditor::Numbers::Typed)),
      m_back(new QToolButton),
      m_mark(new QLabel),
      m_meaning(new QLabel),
      m_range(new QLabel),
      m_needs(new QLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(3);
    auto* beside = new QHBoxLayout;
    beside->setSpacing(6);
    beside->addWidget(m_mark, 0, Qt::AlignTop);
    beside->addWidget(m_editor, 1);
    beside->addWidget(m_back, 0, Qt::AlignBottom);
    column->addLayout(beside);
    for (auto* words : {m_meaning, m_range, m_needs}) {
        words->setWordWrap(true);
        words->setProperty("role", "muted");
        words->setContentsMargins(14, 0, 0, 0);
        column->addWidget(words);
    }
    m_mark->setFixedWidth(8);
    m_back->setProperty("role", "flat");
    m_back->setText(QStringLiteral("↺"));
    m_needs->setTextFormat(Qt::RichText);
    m_needs->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_needs->setFocusPolicy(Qt::StrongFocus);
    m_needs->hide();

    connect(m_editor, &FieldEditor::edited, this, &FieldRow::edited);
    connect(m_back, &QToolButton::clicked, this,
            [this] { Q_EMIT edited(m_path, QString::fromStdString(scenario::to_text(m_field.default_value()))); });
    connect(m_needs, &QLabel::linkActivated, this, [this] {
        const auto equals = m_needed.indexOf('=');
        Q_EMIT edited(m_needed.left(equals), m_needed.mid(equals + 1));
    });
    translated(this, [this] { showWords(); });
}

void FieldRow::setValue(const scenario::Scenario& scenario) {
    m_editor->setValue(scenario);
    m_isChanged = m_field.get(scenario) != m_field.default_value();
    m_needed = QString::fromStdString(scenario::needed_for(scenario, m_field.path));
    m_mark->setText(m_isChanged ? QStringLiteral("•") : QString());
    m_back->setEnabled(m_isChanged);
    m_back->setVisible(m_isChanged);
    m_needs->setText(needs());
    m_needs->setVisible(!m_needed.isEmpty());
}

QString FieldRow::needs() const {
    if (m_needed.isEmpty()) return {};
    return tr("Without effect unless %1. %2")
        .arg(m_needed.toHtmlEscaped(), QString("<a href=\"set\">%1</a>").arg(tr("Set it")));
}

void FieldRow::showWords() {
    QString standing = QString::fromStdString(scenario::to_text(m_field.default_value()));
    if (standing.isEmpty()) standing = tr("nothing");
    const QString unit = unitText(m_field);
    m_meaning->setText(say(m_field.meaning()));
    m_range->setText(m_path + QStringLiteral(" · ") + say(scenario::allowed(m_field)) + QStringLiteral(" · ") +
                     tr("default: %1").arg(unit.isEmpty() ? standing : standing + " " + unit) +
                     (m_field.live ? QStringLiteral(" · ") + tr("can change while a run goes on") : QString()));
    m_back->setToolTip(tr("Back to the default, %1").arg(standing));
    m_back->setAccessibleName(fieldLabel(m_path) + QStringLiteral(": ") + m_back->toolTip());
    m_mark->setToolTip(tr("Not the default"));
    m_needs->setText(needs());
}

QString FieldRow::searchWords() const {
    QStringList words{m_path, QString(m_path).replace('_', ' ').replace('.', ' '), fieldLabel(m_path),
                      say(m_field.meaning()), unitText(m_field)};
    for (const auto choice : m_field.choices)
        words << QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
    return words.join(' ');
}

} // namespace ampscope::ui
