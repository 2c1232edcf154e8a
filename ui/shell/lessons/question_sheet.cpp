#include "ui/shell/lessons/question_sheet.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

QuestionSheet::QuestionSheet(QWidget* parent)
    : QWidget(parent),
      m_heading(new QLabel),
      m_column(new QVBoxLayout),
      m_handIn(new QPushButton),
      m_leave(new QPushButton) {
    m_heading->setProperty("role", "title");
    m_heading->setWordWrap(true);
    m_handIn->setProperty("role", "primary");
    auto* content = new QWidget;
    content->setLayout(m_column);
    m_column->setContentsMargins(0, 0, 8, 0);
    m_column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keyboard, and comes into sight with it
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_leave);
    buttons->addStretch(1);
    buttons->addWidget(m_handIn);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(m_heading);
    layout->addWidget(scroll, 1);
    layout->addLayout(buttons);
    connect(m_handIn, &QPushButton::clicked, this, [this] { Q_EMIT handedIn(m_chapter, m_before); });
    connect(m_leave, &QPushButton::clicked, this, &QuestionSheet::leaveAsked);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &QuestionSheet::build);
    translated(this, [this] { build(); });
}

void QuestionSheet::ask(const QString& chapter, bool before, const std::vector<lesson::CheckQuestion>& questions) {
    m_chapter = chapter;
    m_before = before;
    m_questions = questions;
    m_result.clear();
    build();
}

void QuestionSheet::showResult(const std::map<std::string, std::string>& answers) {
    m_result = answers;
    build();
}

std::map<std::string, std::string> QuestionSheet::answers() const {
    std::map<std::string, std::string> given;
    for (const auto* group : m_groups)
        if (const auto* button = group->checkedButton())
            given[group->property("question").toString().toStdString()] =
                button->property("option").toString().toStdString();
    return given;
}

bool QuestionSheet::isComplete() const {
    return answers().size() == m_questions.size();
}

void QuestionSheet::choose(const QString& question, const QString& option) {
    for (const auto* group : std::as_const(m_groups))
        for (auto* button : group->buttons())
            if (group->property("question").toString() == question && button->property("option").toString() == option)
                button->click();
}

void QuestionSheet::build() {
    const auto given = m_result.empty() ? answers() : m_result; // kept when the language changes
    delete m_body;
    m_groups.clear();
    m_body = new QWidget;
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(qRound(scaled(18)));
    int number = 0;
    const bool marked = !m_result.empty() && !m_before;
    for (const auto& question : m_questions) {
        const auto& words = question.in(LanguageSwitch::instance().language());
        auto* text = new QLabel(QString("%1. %2").arg(++number).arg(QString::fromStdString(words.question)));
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
        text->setFont(textFont(scaled(kLessonPixels), QFont::DemiBold));
        auto* box = new QWidget;
        auto* rows = new QVBoxLayout(box);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(6);
        rows->addWidget(text);
        auto* group = new QButtonGroup(m_body);
        group->setProperty("question", QString::fromStdString(question.id));
        const auto chosen = given.find(question.id);
        for (const auto& [key, option] : words.options) {
            const bool is_chosen = chosen != given.end() && chosen->second == key;
            QString label = QString::fromStdString(option);
            if (marked && key == question.correct) label = QStringLiteral("✓ ") + label;
            if (marked && is_chosen && key != question.correct) label = QStringLiteral("✗ ") + label;
            auto* button = new QRadioButton(label);
            button->setFont(textFont(scaled(kLessonPixels)));
            button->setProperty("option", QString::fromStdString(key));
            button->setChecked(is_chosen);
            button->setEnabled(m_result.empty());
            connect(button, &QRadioButton::clicked, this, [this] { m_handIn->setEnabled(isComplete()); });
            group->addButton(button);
            rows->addWidget(button);
        }
        if (marked && (chosen == given.end() || chosen->second != question.correct)) {
            auto* why = new QPushButton(tr("The lesson on this"));
            connect(why, &QPushButton::clicked, this,
                    [this, id = QString::fromStdString(question.lesson)] { Q_EMIT lessonAsked(id); });
            rows->addWidget(why, 0, Qt::AlignLeft);
        }
        m_groups << group;
        column->addWidget(box);
    }
    m_column->insertWidget(0, m_body);
    const QString right = QString::number(lesson::count_right(m_questions, m_result));
    if (m_result.empty())
        m_heading->setText(m_before
                               ? tr("Five questions before chapter %1. Guess where you do not know.").arg(m_chapter)
                               : tr("The same five questions after chapter %1").arg(m_chapter));
    else
        m_heading->setText(m_before ? tr("%1 of %2 right. Which ones shows after the chapter, when they come again.")
                                          .arg(right)
                                          .arg(m_questions.size())
                                    : tr("%1 of %2 right").arg(right).arg(m_questions.size()));
    m_heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
    m_handIn->setText(tr("Hand in"));
    m_handIn->setVisible(m_result.empty());
    m_handIn->setEnabled(isComplete());
    m_leave->setText(tr("Back to my progress"));
}

} // namespace ampscope::ui
