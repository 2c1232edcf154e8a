#include "ui/shell/presentation/hands_entry.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/shell/lessons/class_model.h"

namespace ampscope::ui {

HandsEntry::HandsEntry(ClassModel& taught, QWidget* parent)
    : QWidget(parent),
      m_class(taught),
      m_grid(new QGridLayout),
      m_numberRow(new QWidget(this)),
      m_numbers(new QLineEdit(this)),
      m_numbersLabel(new QLabel(this)),
      m_total(new QLabel(this)),
      m_problem(new QLabel(this)),
      m_reset(new QPushButton(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setColumnStretch(0, 1);
    m_problem->setProperty("role", "error");
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_total->setProperty("role", "title");
    auto* number_layout = new QHBoxLayout(m_numberRow);
    number_layout->setContentsMargins(0, 0, 0, 0);
    number_layout->addWidget(m_numbersLabel);
    number_layout->addWidget(m_numbers, 1);
    m_numbersLabel->setBuddy(m_numbers);
    auto* last = new QHBoxLayout;
    last->addWidget(m_total, 1);
    last->addWidget(m_reset);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_grid);
    layout->addWidget(m_numberRow);
    layout->addWidget(m_problem);
    layout->addLayout(last);
    connect(m_numbers, &QLineEdit::editingFinished, this, &HandsEntry::takeNumbers);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_problem->clear();
        m_numbers->clear();
        m_class.clearHands(m_lesson, m_step);
    });
    translated(this, [this] {
        m_reset->setText(tr("Reset the hands"));
        m_numbersLabel->setText(tr("Numbers called out"));
        m_numbers->setPlaceholderText(tr("3, 5, 7.5"));
        m_numbers->setToolTip(tr("Numbers that learners say; each counts for the choice whose range it is in"));
        m_numbers->setAccessibleName(m_numbersLabel->text());
    });
}

QString HandsEntry::problem() const {
    return m_problem->text();
}

void HandsEntry::rebuild(const lesson::ClassQuestion& question) {
    qDeleteAll(m_cells);
    m_cells.clear();
    m_counts.clear();
    m_words.clear();
    for (int row = 0; row < m_keys.size(); ++row) {
        auto* words = new QLabel(QString::fromStdString(question.options[static_cast<std::size_t>(row)].words));
        words->setWordWrap(true);
        words->setTextFormat(Qt::PlainText);
        auto* less = new QToolButton;
        auto* count = new QSpinBox;
        auto* more = new QToolButton;
        less->setText(QStringLiteral("−"));
        more->setText(QStringLiteral("+"));
        count->setRange(0, lesson::kMostHands);
        count->setButtonSymbols(QAbstractSpinBox::NoButtons);
        count->setAlignment(Qt::AlignRight);
        const std::string key = m_keys[row].toStdString();
        connect(less, &QToolButton::clicked, this, [this, key] { m_class.addHand(m_lesson, m_step, key, -1); });
        connect(more, &QToolButton::clicked, this, [this, key] { m_class.addHand(m_lesson, m_step, key, 1); });
        connect(count, &QSpinBox::valueChanged, this,
                [this, key](int value) { m_class.setHands(m_lesson, m_step, key, value); });
        const QList<QWidget*> cells = {words, less, count, more};
        for (int column = 0; column < cells.size(); ++column)
            m_grid->addWidget(cells[column], row, column);
        m_cells << cells;
        m_counts << count;
        m_words << words;
        less->setAccessibleName(tr("One hand fewer for choice %1").arg(row + 1));
        more->setAccessibleName(tr("One more hand for choice %1").arg(row + 1));
        count->setAccessibleName(tr("Hands for choice %1").arg(row + 1));
    }
}

void HandsEntry::show(const std::string& lesson, const std::optional<lesson::ClassQuestion>& question,
                      bool takesNumbers) {
    setEnabled(question && question->is_open);
    setVisible(question.has_value());
    if (!question) return;
    QStringList keys;
    for (const auto& option : question->options)
        keys << QString::fromStdString(option.key);
    if (lesson != m_lesson || question->step != m_step || keys != m_keys) {
        m_lesson = lesson;
        m_step = question->step;
        m_keys = keys;
        m_problem->clear();
        rebuild(*question);
        QStringList words;
        for (const double guess : m_class.hands(lesson, m_step).guesses)
            words << QString::number(guess, 'g', 12);
        m_numbers->setText(words.join(", "));
    }
    m_numberRow->setVisible(takesNumbers);
    const lesson::Hands& hands = m_class.hands(m_lesson, m_step);
    int all = 0;
    for (int row = 0; row < m_counts.size(); ++row) {
        const auto& option = question->options[static_cast<std::size_t>(row)];
        all += option.hands;
        m_words[row]->setText(QString("%1  %2").arg(row + 1).arg(QString::fromStdString(option.words)));
        const auto count = hands.counts.find(option.key);
        const QSignalBlocker quiet(m_counts[row]);
        m_counts[row]->setValue(count == hands.counts.end() ? 0 : count->second);
    }
    QString total = tr("hands: %1").arg(all);
    if (question->median)
        total += " · " + tr("median %1").arg(QString::fromStdString(lesson::number_text(*question->median)));
    m_total->setText(total);
    m_reset->setEnabled(!hands.empty());
}

void HandsEntry::takeNumbers() {
    try {
        m_class.setGuesses(m_lesson, m_step, m_numbers->text());
        m_problem->clear();
    } catch (const text::Error& error) {
        m_problem->setText(say(error));
    }
}

} // namespace ampscope::ui
