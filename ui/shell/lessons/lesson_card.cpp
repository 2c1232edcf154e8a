#include "ui/shell/lessons/lesson_card.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/instrument.h"
#include "ui/instruments/tab_order.h"
#include "ui/plot/theme_switch.h"
#include "ui/shell/lessons/markdown_view.h"

namespace ampscope::ui {

using lesson::StepKind;
using lesson::Verdict;

QString stepKindText(StepKind kind) {
    switch (kind) {
    case StepKind::Play: return LessonCard::tr("Play");
    case StepKind::Predict: return LessonCard::tr("Predict");
    case StepKind::Run: return LessonCard::tr("Run");
    case StepKind::Reveal: return LessonCard::tr("Reveal");
    case StepKind::Notice: return LessonCard::tr("Notice");
    case StepKind::Explain: return LessonCard::tr("Explain");
    case StepKind::Try: return LessonCard::tr("Try");
    case StepKind::Exercise: return LessonCard::tr("Exercise");
    case StepKind::Recap: return LessonCard::tr("Recap");
    }
    return {};
}

LessonCard::LessonCard(QWidget* parent)
    : QWidget(parent),
      m_progress(new QLabel(this)),
      m_heading(new QLabel(this)),
      m_scroll(new QScrollArea(this)),
      m_back(new QPushButton(this)),
      m_next(new QPushButton(this)),
      m_commit(new QPushButton(this)),
      m_report(new QToolButton(this)),
      m_dots(new StepDots(this)) {
    setObjectName("lessonCard");
    setAttribute(Qt::WA_StyledBackground);
    m_progress->setProperty("role", "section");
    m_heading->setWordWrap(true);
    m_heading->setTextFormat(Qt::PlainText); // from a file
    m_next->setProperty("role", "primary");
    m_commit->setProperty("role", "primary");

    auto* content = new QWidget;
    m_content = new QVBoxLayout(content);
    m_content->setContentsMargins(0, 0, 6, 0);
    m_content->setSpacing(10);
    m_content->addStretch(1);
    m_scroll->setObjectName("lessonText");
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setProperty("role", "reading"); // Up and Down move a long text
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto* bar = m_scroll->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar] {
        if (m_wantedScroll) bar->setValue(*m_wantedScroll);
    });
    connect(bar, &QScrollBar::actionTriggered, this, [this] { m_wantedScroll.reset(); }); // the reader moves it

    auto* navigation = new QHBoxLayout;
    navigation->addWidget(m_back);
    navigation->addStretch(1);
    navigation->addWidget(m_dots);
    navigation->addStretch(1);
    navigation->addWidget(m_next);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 14, 16);
    layout->setSpacing(10);
    auto* top = new QHBoxLayout;
    top->addWidget(m_progress, 1);
    top->addWidget(m_report);
    layout->addLayout(top);
    layout->addWidget(m_heading);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_commit);
    layout->addLayout(navigation);

    connect(m_back, &QPushButton::clicked, this, &LessonCard::backAsked);
    connect(m_next, &QPushButton::clicked, this, &LessonCard::nextAsked);
    m_report->setProperty("role", "flat");
    connect(m_report, &QToolButton::clicked, this, &LessonCard::reportAsked);
    connect(m_dots, &StepDots::chosen, this, &LessonCard::jumpAsked);
    connect(m_commit, &QPushButton::clicked, this, [this] { Q_EMIT committed(m_chosen); });
    translated(this, [this] {
        m_back->setText(tr("Back"));
        m_next->setText(tr("Next"));
        m_commit->setText(tr("Commit"));
        m_report->setText(tr("Report …"));
        m_report->setToolTip(tr("This lesson with your answers, its figures and runs, as HTML and PDF"));
        m_report->setAccessibleName(tr("Report of this lesson"));
        m_dots->setAccessibleName(tr("Steps of this lesson"));
        setWhatsThis(tr("<p>What to look at in this step, and a question where there is one. Commit fixes your answer "
                        "before the run decides; how sure you were is kept for you in My progress. Back and Next, or "
                        "Page Up and Page Down, walk through the lesson; any step may be left out.</p>"));
        m_scroll->setAccessibleName(tr("Text of this step"));
    });
}

int LessonCard::scrolled() const {
    return m_scroll->verticalScrollBar()->value();
}

void LessonCard::scrollTo(int pixels) {
    m_wantedScroll = pixels; // the range grows as the texts are laid out
    m_scroll->verticalScrollBar()->setValue(pixels);
}

static Provenance provenanceOf(lesson::Origin origin) {
    switch (origin) {
    case lesson::Origin::Computed: return Provenance::Computed;
    case lesson::Origin::Recorded: return Provenance::Recorded;
    case lesson::Origin::Estimated: return Provenance::Estimated;
    case lesson::Origin::Measured: return Provenance::Measured;
    }
    return Provenance::Measured;
}

// What came out, with the badge that says where it comes from.
static QWidget* evidenceBox(QWidget* text, Provenance provenance) {
    auto* box = new QFrame;
    box->setProperty("role", "notice");
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->addWidget(text);
    auto* badge = new QLabel(badgeText(provenance));
    badge->setProperty("role", "badge");
    badge->setToolTip(badgeExplanation(provenance));
    layout->addWidget(badge, 0, Qt::AlignLeft);
    return box;
}

void LessonCard::clear() {
    for (auto* part : std::as_const(m_parts))
        delete part;
    m_parts.clear();
}

// A widget of the lesson page's. It stays where it is while it is the same, so that it keeps the keyboard.
void LessonCard::place(QPointer<QWidget>& kept, QWidget* widget) {
    if (kept && kept != widget) {
        m_content->removeWidget(kept);
        kept->hide();
    }
    kept = widget;
    if (!widget) return;
    m_content->removeWidget(widget);
    m_content->insertWidget(m_content->count() - 1, widget);
    widget->show();
}

void LessonCard::show(const lesson::Card& card, const lesson::Step& step, std::size_t position, std::size_t count,
                      const lesson::GoalState* goal, QWidget* controls, QWidget* verdict) {
    const QString id = QString::fromStdString(step.id);
    // Asked at every change of a run, thirty times a second: mostly nothing on the card is another.
    const ThemeSwitch& look = ThemeSwitch::instance();
    const Shown wanted{card,        id,          m_recordedFrom, position, count, LanguageSwitch::instance().language(),
                       look.kind(), look.scale()};
    if (!goal && m_shown == wanted && m_controls == controls && m_verdict == verdict) return;
    m_shown = goal ? std::nullopt : std::optional(wanted);
    if (id != m_stepId) {
        m_chosen.clear();
        m_sure = lesson::Sure::Unsaid;
    }
    const bool same_step = id == m_stepId;
    m_stepId = id;
    const int reading_at = m_wantedScroll.value_or(scrolled());
    setUpdatesEnabled(false);
    clear();
    m_progress->setText(tr("Step %1 of %2 · %3").arg(position + 1).arg(count).arg(stepKindText(step.kind)));
    m_heading->setText(QString::fromStdString(card.heading));
    m_heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
    const auto add = [&](QWidget* widget) {
        m_content->insertWidget(m_content->count() - 1, widget);
        m_parts << widget;
    };
    // What was measured comes from a record then; what was computed stays so.
    const bool isLive = m_recordedFrom.isEmpty() || card.origin != lesson::Origin::Measured;
    bool first = true;
    for (const auto& paragraph : card.paragraphs) {
        auto* text = new MarkdownView;
        text->setText(QString::fromStdString(paragraph), scaled(kLessonPixels));
        if (first && step.kind == StepKind::Reveal)
            add(evidenceBox(text, isLive ? provenanceOf(card.origin) : Provenance::Recorded));
        else
            add(text);
        first = false;
    }
    if (step.exercise) place(m_controls, controls); // first the evidence, then what follows from it
    addOptions(card, step);
    if (card.can_commit && step.kind == StepKind::Predict) addSure();
    if (!step.exercise) place(m_controls, controls);
    place(m_verdict, verdict);
    for (const auto& remark : card.remarks) {
        auto* text = new MarkdownView;
        text->setText(QString::fromStdString(remark), scaled(kLessonPixels));
        add(text);
    }
    if (goal) addGoal(*goal);
    if (!m_recordedFrom.isEmpty()) {
        auto* where = new MarkdownView;
        where->setText(m_recordedFrom, scaled(kChromePixels), true);
        add(evidenceBox(where, Provenance::Recorded));
    }
    for (const auto& hint : card.hints) {
        auto* box = new QFrame;
        box->setProperty("role", "notice");
        auto* box_layout = new QVBoxLayout(box);
        auto* text = new MarkdownView;
        text->setText(QString::fromStdString(hint), scaled(kChromePixels), true);
        box_layout->addWidget(text);
        add(box);
    }
    if (card.has_more_hints) {
        auto* button = new QPushButton(card.hints.empty() ? tr("A hint") : tr("Another hint"));
        connect(button, &QPushButton::clicked, this, &LessonCard::hintAsked);
        add(button);
    }
    m_commit->setVisible(card.can_commit &&
                         step.kind == StepKind::Predict); // other answers count as soon as they are clicked
    m_commit->setEnabled(!m_chosen.isEmpty());
    m_back->setEnabled(position > 0);
    m_next->setEnabled(position + 1 < count);
    m_dots->setState(static_cast<int>(position), static_cast<int>(count));
    setUpdatesEnabled(true);
    scrollTo(same_step ? reading_at : 0);
    setTabOrderOf({m_report, m_scroll, m_commit, m_back, m_dots, m_next}); // options are made anew for every step
    setTabOrderByLayout(*m_scroll->widget());
}

void LessonCard::addOptions(const lesson::Card& card, const lesson::Step& step) {
    if (card.options.empty()) return;
    auto* group = new QWidget;
    auto* layout = new QVBoxLayout(group);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpace);
    auto* buttons = new QButtonGroup(group);
    const bool is_decided = card.verdict == Verdict::Right || card.verdict == Verdict::Wrong;
    for (const auto& option : card.options) {
        auto* button = new QPushButton;
        button->setProperty("role", "option");
        button->setCheckable(true);
        // Options are one line or two; a push button does not wrap, so a label lies on it.
        auto* words = new QLabel(button);
        words->setWordWrap(true);
        words->setTextFormat(Qt::PlainText);
        words->setAttribute(Qt::WA_TransparentForMouseEvents);
        QString text = QString::fromStdString(option.markdown).remove('`');
        const QString key = QString::fromStdString(option.key);
        const bool chosen = option.chosen || (card.can_commit && key == m_chosen);
        if (is_decided && option.correct)
            text = QStringLiteral("✓  ") + text;
        else if (is_decided && option.chosen)
            text = QStringLiteral("✗  ") + text;
        words->setText(text);
        words->setFont(textFont(scaled(kLessonPixels), chosen ? QFont::DemiBold : QFont::Normal));
        auto* inside = new QHBoxLayout(button);
        inside->setContentsMargins(14, 9, 14, 9);
        inside->addWidget(words);
        button->setMinimumHeight(qRound(scaled(40)));
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
        button->setChecked(chosen);
        button->setAccessibleName(text);
        // A prediction stands once it is given; reasons can be tried again.
        button->setEnabled(card.can_commit || step.kind != StepKind::Predict);
        connect(button, &QPushButton::clicked, this, [this, key, step_kind = step.kind] {
            m_chosen = key;
            m_commit->setEnabled(true);
            if (step_kind == StepKind::Predict) return;
            m_shown.reset();       // the buttons show the answer that counts, also where that stays the same
            Q_EMIT committed(key); // reasons are answered at once
        });
        buttons->addButton(button);
        layout->addWidget(button);
    }
    m_content->insertWidget(m_content->count() - 1, group);
    m_parts << group;
}

// Not asked for: a prediction can be committed without it.
void LessonCard::addSure() {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* question = new QLabel(tr("How sure?"));
    question->setProperty("role", "muted");
    layout->addWidget(question);
    auto* buttons = new QButtonGroup(row);
    for (const auto sure : {lesson::Sure::Guess, lesson::Sure::Fairly, lesson::Sure::Certain}) {
        auto* button = new QToolButton;
        button->setProperty("role", "switch");
        button->setCheckable(true);
        button->setText(say(lesson::sure_message(sure)));
        button->setChecked(sure == m_sure);
        connect(button, &QToolButton::clicked, this, [this, sure] { m_sure = sure; });
        buttons->addButton(button);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    m_content->insertWidget(m_content->count() - 1, row);
    m_parts << row;
}

// What a goal looks at, in words: "loss, highest of all steps"; of two runs both are named.
static QString valueLabel(const lesson::Value& value) {
    using Function = lesson::Value::Function;
    const auto runs = value.runs();
    const auto run = [&](std::size_t index) { return QString::fromStdString(runs[std::min(index, runs.size() - 1)]); };
    if (value.function() == Function::Equal) return LessonCard::tr("same bits: %1 and %2").arg(run(0), run(1));
    if (!value.parts().empty()) {
        if (runs.empty()) return QString::fromStdString(value.text());
        const QString sign = value.function() == Function::Ratio ? QStringLiteral(" ÷ ") : QStringLiteral(" − ");
        return valueLabel(value.parts()[0]) + ", " + run(0) + sign + run(1);
    }
    const std::string& name = value.name();
    if (name == "step_skipped") return LessonCard::tr("skipped steps");
    if (!record::find_column(name)) return QString::fromStdString(name);
    QString label = say("column." + name);
    if (value.function() == Function::Max) label += ", " + LessonCard::tr("highest of all steps");
    if (value.function() == Function::Min) label += ", " + LessonCard::tr("lowest of all steps");
    if (value.function() == Function::Mean) label += ", " + LessonCard::tr("mean of all steps");
    return label;
}

void LessonCard::addGoal(const lesson::GoalState& goal) {
    auto* box = new QFrame;
    box->setProperty("role", "notice");
    auto* layout = new QVBoxLayout(box);
    layout->setSpacing(6);
    for (const auto& part : goal.parts) {
        const bool measured = !record::is_missing(part.found);
        const auto& condition = part.condition;
        const std::string& name = condition.value.name();
        // Shares as the plots and the sentence of the card say them: in percent.
        const auto number = [is_share = name.ends_with("_share")](double value, int digits) {
            return QString::fromStdString(io::to_text(is_share ? value * 100 : value, digits)) +
                   (is_share ? QStringLiteral(" %") : QString());
        };
        QString bound;
        if (condition.at_most) bound = QStringLiteral("≤ ") + number(*condition.at_most, 4);
        if (condition.at_least) bound = QStringLiteral("≥ ") + number(*condition.at_least, 4);
        if (condition.below) bound = QStringLiteral("< ") + number(*condition.below, 4);
        if (condition.above) bound = QStringLiteral("> ") + number(*condition.above, 4);
        const QString what = valueLabel(condition.value);
        auto* line = new QLabel(QString("%1  %2: %3  (%4)")
                                    .arg(!measured    ? QStringLiteral("…")
                                         : part.holds ? QStringLiteral("✓")
                                                      : QStringLiteral("✗"),
                                         what, measured ? number(part.found, 3) : tr("not measured yet"), bound));
        line->setWordWrap(true);
        line->setFont(textFont(scaled(kChromePixels), part.holds ? QFont::DemiBold : QFont::Normal));
        layout->addWidget(line);
    }
    auto* verdict = new QLabel(!goal.reached()            ? tr("Not yet.")
                               : m_recordedFrom.isEmpty() ? tr("Mended. Measured here.")
                                                          : tr("Mended, in the record."));
    verdict->setProperty("role", "title");
    layout->addWidget(verdict);
    m_content->insertWidget(m_content->count() - 1, box);
    m_parts << box;
}

// --- dots

constexpr double kDotSpacing = 16;

StepDots::StepDots(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void StepDots::setState(int position, int count) {
    m_position = position;
    m_count = count;
    setAccessibleDescription(LessonCard::tr("Step %1 of %2").arg(position + 1).arg(count));
    updateGeometry();
    update();
}

QSize StepDots::sizeHint() const {
    return {qRound(scaled(kDotSpacing) * m_count), qRound(scaled(22))};
}

void StepDots::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < m_count; ++i) {
        const QPointF center(scaled(kDotSpacing) * (i + 0.5), height() / 2.0);
        painter.setPen(QPen(theme().color(i == m_position ? Token::Text : Token::Muted), 1.4));
        painter.setBrush(i < m_position    ? QBrush(theme().color(Token::Muted))
                         : i == m_position ? QBrush(theme().color(Token::Text))
                                           : QBrush(Qt::NoBrush));
        painter.drawEllipse(center, scaled(4.2), scaled(4.2));
    }
    if (!hasFocus()) return;
    painter.setPen(QPen(theme().color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void StepDots::keyPressEvent(QKeyEvent* event) {
    const int to = event->key() == Qt::Key_Left    ? m_position - 1
                   : event->key() == Qt::Key_Right ? m_position + 1
                   : event->key() == Qt::Key_Home  ? 0
                   : event->key() == Qt::Key_End   ? m_count - 1
                                                   : -1;
    if (to < 0 || to >= m_count) return QWidget::keyPressEvent(event);
    Q_EMIT chosen(to);
}

void StepDots::mousePressEvent(QMouseEvent* event) {
    const int position = static_cast<int>(event->position().x() / scaled(kDotSpacing));
    if (position >= 0 && position < m_count) Q_EMIT chosen(position);
}

} // namespace ampscope::ui
