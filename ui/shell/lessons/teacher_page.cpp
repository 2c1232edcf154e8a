#include "ui/shell/lessons/teacher_page.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr auto kLesson = "lesson";

QString plain(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

QString minutesText(double minutes) {
    return QString::number(minutes, 'g', 3);
}

// "A6  Where the scale settles", leading to the lesson.
QString lessonLink(const lesson::Lesson& lesson) {
    const auto& words = lesson.text(LanguageSwitch::instance().language());
    return QString("<a href=\"%1:%2\" style=\"color:%3\">%4</a>")
        .arg(kLesson, QString::fromStdString(lesson.id), theme().color(Token::Text).name(),
             plain(lesson.section + "  " + words.title));
}

} // namespace

TeacherPage::TeacherPage(const lesson::LessonShelf& shelf, const QString& lessonsFolder, QWidget* parent)
    : Page(parent), m_shelf(shelf), m_open(new QPushButton(this)), m_text(new QTextBrowser(this)) {
    try {
        m_classes = lesson::load_classes(shelf, lessonsFolder.toStdString());
        for (const auto& lesson : shelf.lessons)
            if (auto notes = lesson::load_teacher_notes(lesson)) m_notes.emplace_back(&lesson, std::move(*notes));
    } catch (const text::Error& error) {
        m_problem = say(error);
    }
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 24, 32, 0);
    layout->setSpacing(12);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    layout->addWidget(m_text, 1);
    connect(m_open, &QPushButton::clicked, this, &TeacherPage::openAsked);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme() == kLesson)
            Q_EMIT lessonAsked(url.path());
        else
            m_text->scrollToAnchor(url.fragment());
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &TeacherPage::showNotes);
    translated(this, [this] {
        m_text->setAccessibleName(tr("For teachers"));
        m_open->setText(tr("Open lessons of your own …"));
        m_open->setToolTip(
            tr("A folder with lesson.json, ko.md and en.md, or a folder of such folders; dropping it on the "
               "window does the same. A lesson is read again while you edit it."));
        showNotes();
    });
}

QString TeacherPage::classesHtml() const {
    const auto language = LanguageSwitch::instance().language();
    QString html;
    for (const auto& plan : m_classes) {
        html += QString("<h2>%1</h2><p>%2</p>")
                    .arg(tr("%1 (%2 minutes)").arg(plain(plan.title.in(language))).arg(plan.minutes),
                         plain(plan.text.in(language)));
        QString rows;
        int used = 0;
        for (const auto& id : plan.lessons) {
            const lesson::Lesson& lesson = *m_shelf.find(id);
            used += lesson.minutes;
            rows +=
                QString(
                    "<tr><td>%1</td><td align=\"right\">%2</td><td><a href=\"#%3\" style=\"color:%4\">%5</a></td></tr>")
                    .arg(lessonLink(lesson))
                    .arg(tr("%1 min").arg(lesson.minutes))
                    .arg(plain(id), theme().color(Token::Muted).name(), tr("notes"));
        }
        html += QString("<table cellpadding=\"4\">%1</table>").arg(rows);
        QStringList homework;
        for (const auto& id : plan.homework)
            homework << (m_shelf.find(id) ? lessonLink(*m_shelf.find(id)) : plain(id));
        html += "<p>" + tr("%1 minutes for questions").arg(plan.minutes - used);
        if (!homework.isEmpty()) html += " · " + tr("Homework: %1").arg(homework.join(", "));
        html += "</p>";
    }
    return html;
}

QString TeacherPage::notesHtml(const lesson::Lesson& lesson, const lesson::TeacherNotes& notes) const {
    const auto language = LanguageSwitch::instance().language();
    const auto& steps = lesson.text(language).steps;
    const QString muted = theme().color(Token::Muted).name();
    QString html = QString("<h3><a name=\"%1\"></a>%2</h3>").arg(plain(lesson.id), lessonLink(lesson));
    QStringList timing;
    for (const auto& [step, minutes] : notes.timing)
        timing << QString("%1 %2").arg(plain(steps.at(step).heading), minutesText(minutes));
    html += QString("<p style=\"color:%1\">%2</p>")
                .arg(muted, tr("%1 minutes: %2").arg(lesson.minutes).arg(timing.join(" · ")));
    html += QString("<p><b>%1</b> %2</p>")
                .arg(tr("Show of hands at \"%1\":").arg(plain(steps.at(notes.hands_step).heading)),
                     plain(notes.hands.in(language)));
    html += QString("<p><b>%1</b></p><ul>").arg(tr("What they may believe"));
    for (const auto& belief : notes.expect)
        html += "<li>" + plain(belief.in(language)) + "</li>";
    return html + "</ul>";
}

void TeacherPage::showNotes() {
    QString html = m_problem.isEmpty() ? QString() : "<p>" + m_problem.toHtmlEscaped() + "</p>";
    html += "<p>" +
            tr("F5 shows the lesson that is open to a class: larger type, the keys of a clicker, a show of hands. F6 "
               "then opens these notes and a clock in a second window.") +
            "</p>" + classesHtml();
    if (!m_notes.empty()) html += "<h2>" + tr("Notes for each lesson") + "</h2>";
    for (const auto& [lesson, notes] : m_notes)
        html += notesHtml(*lesson, notes);
    m_text->document()->setDefaultFont(textFont(scaled(kLessonPixels)));
    m_text->setHtml(html);
}

} // namespace ampscope::ui
