#include "ui/shell/lessons/progress_page.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/language.h"
#include "ui/instruments/tab_order.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lessons/question_sheet.h"

namespace ampscope::ui {

std::function<QString(QWidget*, bool)> ProgressPage::askForFile = [](QWidget* parent, bool toSave) {
    const QString filter = ProgressPage::tr("Progress (*.json)");
    return toSave ? QFileDialog::getSaveFileName(parent, {}, "ampscope-progress.json", filter)
                  : QFileDialog::getOpenFileName(parent, {}, {}, filter);
};

std::function<bool(QWidget*, const QString&)> ProgressPage::askForConsent = [](QWidget* parent,
                                                                               const QString& question) {
    return QMessageBox::question(parent, "ampscope", question) == QMessageBox::Yes;
};

static QLabel* headingLabel() {
    auto* label = new QLabel;
    label->setProperty("role", "section");
    return label;
}

ProgressPage::ProgressPage(Learner& learner, QWidget* parent)
    : Page(parent),
      m_learner(learner),
      m_views(new QStackedWidget),
      m_sheet(new QuestionSheet),
      m_left(new QLabel),
      m_predictionsHeading(headingLabel()),
      m_calibrationHeading(headingLabel()),
      m_none(new QLabel),
      m_continue(new QPushButton),
      m_export(new QPushButton),
      m_import(new QPushButton),
      m_forget(new QPushButton),
      m_chapters(new QVBoxLayout),
      m_predictions(new QTableWidget),
      m_calibration(new CalibrationView) {
    m_continue->setProperty("role", "primary");
    m_none->setProperty("role", "muted");
    m_none->setWordWrap(true);
    m_predictions->setColumnCount(5);
    m_predictions->verticalHeader()->hide();
    m_predictions->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_predictions->setTabKeyNavigation(false); // Tab leaves the table
    m_predictions->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_predictions->setShowGrid(false);
    m_predictions->setWordWrap(true);
    for (const int column : {0, 3, 4})
        m_predictions->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    for (const int column : {1, 2})
        m_predictions->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);

    auto* top = new QHBoxLayout;
    top->addWidget(m_left);
    top->addStretch(1);
    top->addWidget(m_continue);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_export);
    bottom->addWidget(m_import);
    bottom->addStretch(1);
    bottom->addWidget(m_forget);
    auto* overview = new QWidget;
    auto* column = new QVBoxLayout(overview);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(top);
    column->addLayout(m_chapters);
    column->addWidget(m_calibrationHeading);
    column->addWidget(m_none);
    column->addWidget(m_calibration);
    column->addWidget(m_predictionsHeading);
    column->addWidget(m_predictions, 100);
    column->addStretch(1); // takes the room of the table while there is none
    column->addLayout(bottom);
    m_views->addWidget(overview);
    m_views->addWidget(m_sheet);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 24, 32, 16);
    layout->addWidget(m_views);

    connect(m_continue, &QPushButton::clicked, this, [this] { Q_EMIT lessonAsked(nextLesson()); });
    connect(m_export, &QPushButton::clicked, this, [this] { exportOrImport(true); });
    connect(m_import, &QPushButton::clicked, this, [this] { exportOrImport(false); });
    connect(m_forget, &QPushButton::clicked, this, &ProgressPage::forget);
    connect(m_predictions, &QTableWidget::cellActivated, this,
            [this](int row) { Q_EMIT lessonAsked(m_predictions->item(row, 0)->data(Qt::UserRole).toString()); });
    connect(m_sheet, &QuestionSheet::leaveAsked, this, [this] { showView("overview"); });
    connect(m_sheet, &QuestionSheet::lessonAsked, this, &ProgressPage::lessonAsked);
    connect(m_sheet, &QuestionSheet::handedIn, this, [this](const QString& chapter, bool before) {
        const auto answers = m_sheet->answers();
        m_learner.answerCheck(chapter.toStdString(), before, answers);
        m_sheet->showResult(answers);
    });
    connect(&m_learner, &Learner::changed, this, [this] {
        if (isVisible()) showProgress();
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &ProgressPage::showProgress);
    translated(this, [this] {
        m_export->setText(tr("Export …"));
        m_import->setText(tr("Import …"));
        m_forget->setText(tr("Forget everything …"));
        m_export->setToolTip(tr("Saves answers and progress as a file"));
        m_import->setToolTip(tr("Takes over the answers and progress of such a file"));
        m_forget->setToolTip(tr("Asks first; then every lesson begins anew"));
        m_continue->setToolTip(tr("Opens the lesson where you left it, or the next one"));
        m_predictionsHeading->setText(tr("Predictions and what came"));
        m_calibrationHeading->setText(tr("How often predictions came true"));
        m_predictions->setHorizontalHeaderLabels(
            {tr("Lesson"), tr("Predicted"), tr("What came"), tr("How sure"), tr("Right?")});
        m_predictions->setAccessibleName(tr("Predictions and what came"));
        m_none->setText(
            tr("No prediction yet. Each lesson asks for some before it runs anything; what you said and what "
               "came is kept here."));
        showProgress();
    });
}

QWidget* ProgressPage::firstFocus() {
    return m_views->currentIndex() == 0 ? m_continue : nullptr;
}

// Where the learner left, else the first lesson that is not finished.
QString ProgressPage::nextLesson() const {
    const std::string& last = m_learner.progress().last_lesson;
    const auto& lessons = m_learner.shelf().lessons;
    if (m_learner.shelf().find(last) && !m_learner.isFinished(last)) return QString::fromStdString(last);
    for (const auto& lesson : lessons)
        if (!m_learner.isFinished(lesson.id)) return QString::fromStdString(lesson.id);
    return lessons.empty() ? QString() : QString::fromStdString(lessons.front().id);
}

void ProgressPage::showProgress() {
    const auto language = LanguageSwitch::instance().language();
    const int minutes = lesson::remaining_minutes(m_learner.shelf().lessons, m_learner.progress());
    m_left->setText(tr("%1 minutes left").arg(minutes));
    m_left->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
    const QString next = nextLesson();
    const lesson::Lesson* lesson = m_learner.shelf().find(next.toStdString());
    m_continue->setVisible(lesson != nullptr);
    if (lesson)
        m_continue->setText((m_learner.of(lesson->id) ? tr("Continue: %1") : tr("Begin: %1"))
                                .arg(QString::fromStdString(lesson->section + "  " + lesson->text(language).title)));
    showChapters();
    showPredictions();
}

void ProgressPage::showChapters() {
    qDeleteAll(m_chapterRows);
    m_chapterRows.clear();
    std::map<std::string, std::pair<int, int>> lessons; // finished, all
    for (const auto& lesson : m_learner.shelf().lessons) {
        auto& [finished, all] = lessons[lesson.chapter];
        finished += m_learner.isFinished(lesson.id) ? 1 : 0;
        ++all;
    }
    for (const auto& [chapter, counts] : lessons) {
        const QString name = QString::fromStdString(chapter);
        auto* row = new QFrame;
        row->setProperty("role", "panel");
        row->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        auto* inside = new QHBoxLayout(row);
        inside->setContentsMargins(16, 10, 12, 10);
        inside->addWidget(new QLabel(tr("Chapter %1").arg(name)));
        inside->addWidget(new QLabel(tr("%1 of %2 lessons finished").arg(counts.first).arg(counts.second)));
        inside->addStretch(1);
        const auto questions = m_learner.checks().find(chapter);
        if (questions != m_learner.checks().end()) {
            const auto known = m_learner.progress().checks.find(chapter);
            const auto given = known == m_learner.progress().checks.end() ? lesson::CheckProgress{} : known->second;
            const auto result = [&](const std::map<std::string, std::string>& answers) {
                return answers.empty() ? QStringLiteral("–")
                                       : QString::number(lesson::count_right(questions->second, answers));
            };
            if (!given.before.empty())
                inside->addWidget(new QLabel(
                    tr("five questions: before %1, after %2 right").arg(result(given.before), result(given.after))));
            const bool before = given.before.empty();
            auto* ask = new QPushButton(before ? tr("Answer before") : tr("Answer after"));
            ask->setToolTip(before ? tr("Five questions to see where you stand")
                                   : tr("The same five questions, to see what has changed"));
            connect(ask, &QPushButton::clicked, this, [this, name] { showView("check-" + name); });
            inside->addWidget(ask);
        }
        m_chapters->addWidget(row);
        m_chapterRows << row;
    }
    if (const auto* overview = m_views->widget(0)) setTabOrderByLayout(*overview);
}

void ProgressPage::showPredictions() {
    const auto calibration = lesson::calibration_of(m_learner.shelf().lessons, m_learner.progress());
    const bool any = calibration.all().total() + calibration.all().unmeasured > 0;
    m_none->setVisible(!any);
    for (QWidget* part : {static_cast<QWidget*>(m_calibration), static_cast<QWidget*>(m_predictionsHeading),
                          static_cast<QWidget*>(m_predictions)})
        part->setVisible(any);
    m_calibration->show(calibration);
    m_predictions->setRowCount(0);
    for (const auto& lesson : m_learner.shelf().lessons) {
        const auto* known = m_learner.of(lesson.id);
        if (!known) continue;
        for (const auto& step : lesson.steps) {
            const auto found = known->answers.find(step.id);
            if (step.kind != lesson::StepKind::Predict || found == known->answers.end()) continue;
            const auto& prediction = found->second;
            const int row = m_predictions->rowCount();
            m_predictions->insertRow(row);
            const auto put = [&](int column, const QString& text) {
                m_predictions->setItem(row, column, new QTableWidgetItem(text));
            };
            put(0, QString::fromStdString(lesson.section));
            m_predictions->item(row, 0)->setData(Qt::UserRole, QString::fromStdString(lesson.id));
            put(1, QString::fromStdString(prediction.said));
            put(2, prediction.right ? QString::fromStdString(prediction.came) : tr("not measured yet"));
            put(3, prediction.sure == lesson::Sure::Unsaid ? QString() : say(lesson::sure_message(prediction.sure)));
            put(4, !prediction.right   ? QStringLiteral("…")
                   : *prediction.right ? QStringLiteral("✓")
                                       : QStringLiteral("✗"));
        }
    }
    m_predictions->resizeRowsToContents();
}

bool ProgressPage::showView(const QString& view) {
    if (view == "overview") {
        m_views->setCurrentIndex(0);
        showProgress();
        return true;
    }
    const QString chapter = view.startsWith("check-") ? view.mid(6) : QString();
    const auto questions = m_learner.checks().find(chapter.toStdString());
    if (questions == m_learner.checks().end()) return false;
    const auto known = m_learner.progress().checks.find(questions->first);
    const bool before = known == m_learner.progress().checks.end() || known->second.before.empty();
    m_sheet->ask(chapter, before, questions->second);
    m_views->setCurrentWidget(m_sheet);
    return true;
}

void ProgressPage::exportOrImport(bool out) {
    const QString path = askForFile(this, out);
    if (path.isEmpty()) return;
    try {
        if (out)
            m_learner.exportTo(path);
        else
            m_learner.importFrom(path);
        Q_EMIT noticed(out ? say("progress.exported", {{"file", path.toStdString()}})
                           : tr("Progress taken over from %1").arg(path));
    } catch (const text::Error& error) {
        Q_EMIT noticed(say(error));
    }
}

void ProgressPage::forget() {
    if (!askForConsent(this, tr("Forget all progress? A copy stays in the data folder."))) return;
    m_learner.reset();
    showProgress();
}

// --- calibration

constexpr double kRowHeight = 30;
constexpr double kNameWidth = 120;
constexpr double kValueWidth = 190;

void CalibrationView::show(const lesson::Calibration& calibration) {
    m_rows.clear();
    QStringList spoken;
    for (const auto& row : calibration.rows) {
        if (row.total() == 0) continue;
        m_rows << row;
        spoken << tr("%1: %2 of %3 right").arg(say(lesson::sure_message(row.sure))).arg(row.right).arg(row.total());
    }
    setAccessibleName(spoken.join("; "));
    updateGeometry();
    update();
}

QSize CalibrationView::sizeHint() const {
    return {420, qRound(scaled(kRowHeight) * (static_cast<double>(m_rows.size()) + 0.7))};
}

void CalibrationView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(textFont(scaled(kChromePixels)));
    const double left = scaled(kNameWidth), width = this->width() - left - scaled(kValueWidth);
    const double high = scaled(kRowHeight);
    double top = 0;
    for (const auto& row : std::as_const(m_rows)) {
        const double share = static_cast<double>(row.right) / row.total(), chance = row.by_chance / row.total();
        painter.setPen(theme().color(Token::Text));
        painter.drawText(QRectF(0, top, left - 8, high), Qt::AlignVCenter | Qt::AlignLeft,
                         say(lesson::sure_message(row.sure)));
        const QRectF track(left, top + high * 0.25, width, high * 0.5);
        painter.fillRect(track, theme().color(Token::SelectionGround));
        painter.fillRect(QRectF(track.topLeft(), QSizeF(width * share, track.height())), theme().color(Token::Muted));
        painter.setPen(QPen(theme().color(Token::Text), 2));
        const double at = left + width * chance;
        painter.drawLine(QPointF(at, top + high * 0.1), QPointF(at, top + high * 0.9));
        painter.drawText(QRectF(left + width + 12, top, scaled(kValueWidth) - 12, high),
                         Qt::AlignVCenter | Qt::AlignLeft,
                         tr("%1 of %2, %3 %").arg(row.right).arg(row.total()).arg(qRound(100 * share)));
        top += high;
    }
    if (m_rows.isEmpty()) return;
    painter.setPen(theme().color(Token::Muted));
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.drawText(QRectF(left, top, width, high * 0.7), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("bar: share that came true · line: what blind choice would give"));
}

} // namespace ampscope::ui
