#include "ui/shell/presentation/hands_wall.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {
constexpr double kInside = 10, kBar = 14, kGap = 6, kNumber = 24;
} // namespace

HandsRow::HandsRow(QWidget* parent) : QAbstractButton(parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::TabFocus);
    setCheckable(true);
}

static QFont wordsFont(bool strong) {
    return textFont(scaled(kLessonPixels), strong ? QFont::DemiBold : QFont::Normal);
}

void HandsRow::show(const lesson::ClassQuestion::Option& option, int place, int all, bool isMarked, bool isDecided) {
    m_words = QString::fromStdString(option.words);
    m_place = place;
    m_hands = option.hands;
    m_all = all;
    m_isMarked = isMarked;
    m_isDecided = isDecided;
    m_isRight = isDecided && option.right;
    m_isChosen = option.chosen;
    setChecked(isMarked || m_isChosen);
    setAccessibleName(tr("%1. %2").arg(place + 1).arg(m_words));
    QStringList state = {tr("hands: %1").arg(m_hands)};
    if (m_isRight) state << tr("it came out so");
    if (m_isChosen) state << tr("the class's answer");
    setAccessibleDescription(state.join(", "));
    updateGeometry();
    update();
}

int HandsRow::heightForWidth(int width) const {
    // As strong as it can become, so that it does not grow when it is marked.
    const QRectF room(0, 0, std::max(40.0, width - scaled(2 * kInside + kNumber)), 10000);
    const double words = QFontMetricsF(wordsFont(true)).boundingRect(room, Qt::TextWordWrap, m_words).height();
    return qRound(std::max(words, scaled(kNumber)) + scaled(2 * kInside + kGap + kBar));
}

void HandsRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& look = theme();
    const bool strong = m_isMarked || m_isChosen || m_isRight;
    const double pen = scaled(m_isRight ? 2.4 : strong || hasFocus() ? 1.8 : 1);
    const QColor edge = look.color(m_isRight ? Token::Good : strong || hasFocus() ? Token::Accent : Token::Hairline);
    painter.setPen(QPen(edge, pen));
    painter.setBrush(look.color(m_isMarked ? Token::SelectionGround : Token::Panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), scaled(kControlRadius),
                            scaled(kControlRadius));

    const double inside = scaled(kInside), number = scaled(kNumber);
    const QRectF all = QRectF(rect()).adjusted(inside, inside, -inside, -inside);
    const QRectF words = all.adjusted(number, 0, 0, -scaled(kGap + kBar));
    // The key that raises a hand; at the reveal, whether it came out so.
    const bool isWrong = m_isDecided && m_isChosen && !m_isRight;
    const QString mark = m_isRight ? QStringLiteral("✓") : isWrong ? QStringLiteral("✗") : QString::number(m_place + 1);
    painter.setPen(look.color(m_isRight ? Token::Good : isWrong ? Token::Lost : Token::Muted));
    painter.setFont(textFont(scaled(kLessonPixels), QFont::Bold));
    painter.drawText(QRectF(all.left(), words.top(), number, words.height()), Qt::AlignLeft | Qt::AlignVCenter, mark);
    painter.setPen(look.color(Token::Text));
    painter.setFont(wordsFont(strong));
    painter.drawText(words, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter, m_words);

    // A bar of the share, and the number behind it.
    const QFont small = monoFont(scaled(kChromePixels), QFont::DemiBold);
    const double value = QFontMetricsF(small).horizontalAdvance("8888") + scaled(4);
    QRectF track(words.left(), all.bottom() - scaled(kBar), words.width() - value, scaled(kBar));
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Token::SelectionGround));
    painter.drawRoundedRect(track, scaled(3), scaled(3));
    if (m_all > 0 && m_hands > 0) {
        QRectF bar = track;
        bar.setWidth(std::max(scaled(3), track.width() * m_hands / m_all));
        painter.setBrush(look.color(m_isRight ? Token::Good : Token::Memory1));
        painter.drawRoundedRect(bar, scaled(3), scaled(3));
    }
    painter.setPen(look.color(m_hands > 0 ? Token::Text : Token::Muted));
    painter.setFont(small);
    painter.drawText(QRectF(track.right(), track.top(), value, track.height()), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(m_hands));
}

// --- the wall

HandsWall::HandsWall(QWidget* parent)
    : QWidget(parent),
      m_column(new QVBoxLayout(this)),
      m_total(new QLabel(this)),
      m_measured(new QLabel(this)),
      m_commit(new QPushButton(this)) {
    setObjectName("lessonCard"); // the same ground and edge
    setAttribute(Qt::WA_StyledBackground);
    m_total->setProperty("role", "muted");
    m_measured->setProperty("role", "title");
    m_measured->setWordWrap(true);
    m_commit->setProperty("role", "primary");
    m_commit->setFocusPolicy(Qt::TabFocus);
    QSizePolicy kept = m_commit->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_commit->setSizePolicy(kept);
    m_column->addStretch(1);
    m_column->addWidget(m_total);
    m_column->addWidget(m_measured);
    m_column->addStretch(2);
    m_column->addWidget(m_commit);
    connect(m_commit, &QPushButton::clicked, this, &HandsWall::committed);
    translated(this, [this] { m_commit->setText(tr("Commit")); });
}

void HandsWall::show(const lesson::ClassQuestion& question, const QString& marked) {
    QStringList keys;
    for (const auto& option : question.options)
        keys << QString::fromStdString(option.key);
    if (keys != m_keys || m_rows.size() != keys.size()) {
        qDeleteAll(m_rows);
        m_rows.clear();
        for (const QString& key : keys) {
            auto* row = new HandsRow(this);
            connect(row, &HandsRow::clicked, this, [this, key] { Q_EMIT chosen(key); });
            m_column->insertWidget(static_cast<int>(m_rows.size()) + 1, row); // behind the stretch
            m_rows << row;
        }
        m_keys = keys;
    }
    const int margin = qRound(scaled(12));
    m_column->setContentsMargins(margin, margin, margin, margin);
    m_column->setSpacing(qRound(scaled(kSpace)));
    int all = 0;
    for (const auto& option : question.options)
        all += option.hands;
    for (int i = 0; i < m_rows.size(); ++i) {
        const auto& option = question.options[static_cast<std::size_t>(i)];
        m_rows[i]->show(option, i, all, question.is_open && m_keys[i] == marked, question.is_decided);
        m_rows[i]->setEnabled(question.is_open);
    }
    QString total = tr("hands: %1").arg(all);
    if (question.median)
        total += " · " + tr("median %1").arg(QString::fromStdString(lesson::number_text(*question.median)));
    m_total->setText(total);
    m_measured->setText(question.measured.empty() ? QStringLiteral(" ")
                                                  : tr("It was %1").arg(QString::fromStdString(question.measured)));
    m_measured->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
    m_commit->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
    m_commit->setMinimumHeight(qRound(scaled(52)));
    m_commit->setVisible(question.commits);
    m_commit->setEnabled(!marked.isEmpty());
}

} // namespace ampscope::ui
