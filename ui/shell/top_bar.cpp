#include "ui/shell/top_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRandomGenerator>
#include <QToolButton>

#include "ui/bridge/language.h"
#include "ui/instruments/elided_label.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

/// The name of a format with a sample of its line.
class FormatChip : public QPushButton {
  public:
    explicit FormatChip(QString format) : m_format(std::move(format)) {
        setCheckable(true);
        setProperty("role", "chip"); // its word has a hue, which can be read on the panel only
        setText(m_format);
        setAccessibleName(m_format);
    }
    const QString& format() const { return m_format; }
    void setShort(bool is_short) {
        m_isShort = is_short;
        updateGeometry();
        update();
    }
    QSize sizeHint() const override { return {qRound(scaled(m_isShort ? 54 : 92)), QPushButton::sizeHint().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override {
        setText(QString()); // the style draws the frame, the words are ours
        QPushButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const FormatStyle style = theme().format(m_format);
        QPen line(style.color, scaled(2));
        line.setCapStyle(Qt::FlatCap);
        if (!style.dash.empty()) line.setDashPattern(QList<qreal>(style.dash.begin(), style.dash.end()));
        painter.setPen(line);
        const double middle = height() / 2.0;
        if (!m_isShort) // a whole period of each dash
            painter.drawLine(QPointF(scaled(13), middle), QPointF(scaled(39), middle));
        painter.setFont(textFont(scaled(kChromePixels), QFont::DemiBold));
        painter.setPen(style.color);
        const double left = scaled(m_isShort ? 4 : 46);
        painter.drawText(QRectF(left, 0, width() - left - scaled(2), height()),
                         Qt::AlignVCenter | (m_isShort ? Qt::AlignHCenter : Qt::AlignLeft), m_format);
    }

  private:
    QString m_format;
    bool m_isShort = false;
};

/// A magnifying glass, drawn: fonts differ in theirs.
class SearchButton : public QToolButton {
  protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double radius = scaled(4.5);
        const QPointF middle = QRectF(rect()).center() - QPointF(scaled(1.5), scaled(1.5));
        painter.setPen(QPen(theme().color(underMouse() || hasFocus() ? Token::Text : Token::Muted), scaled(1.7),
                            Qt::SolidLine, Qt::RoundCap));
        painter.drawEllipse(middle, radius, radius);
        const QPointF rim = middle + QPointF(radius, radius) * 0.75;
        painter.drawLine(rim, rim + QPointF(scaled(3.5), scaled(3.5)));
    }
};

TopBar::TopBar(QWidget* parent)
    : QWidget(parent),
      m_name(new QLabel("ampscope")),
      m_section(new QLabel),
      m_between(new QLabel(QStringLiteral("›"))),
      m_seed(new QLabel),
      m_title(new ElidedLabel(Token::Text, QFont::DemiBold)),
      m_chipArea(new QWidget),
      m_transport(new QWidget),
      m_run(new QPushButton),
      m_step(new QPushButton),
      m_reset(new QPushButton),
      m_sideBar(new QToolButton),
      m_newSeed(new QToolButton),
      m_search(new SearchButton),
      m_language(new QToolButton),
      m_theme(new QToolButton),
      m_about(new QToolButton) {
    setObjectName("topBar");
    setAttribute(Qt::WA_StyledBackground);
    m_name->setObjectName("appName");
    m_sideBar->setText(QStringLiteral("☰"));
    m_sideBar->hide();
    m_section->setProperty("role", "muted");
    m_section->setTextFormat(Qt::PlainText); // a lesson's chapter may be anything
    m_run->setProperty("role", "primary");
    for (auto* button : {m_sideBar, m_newSeed, m_search, m_language, m_theme, m_about})
        button->setProperty("role", "flat");
    m_search->setText(QStringLiteral("   ")); // as wide as a letter

    auto* chips = new QHBoxLayout(m_chipArea);
    chips->setContentsMargins(0, 0, 0, 0);
    for (const char* format : {"fp32", "bf16", "fp16"}) {
        auto* chip = new FormatChip(format);
        connect(chip, &QPushButton::clicked, this, [this, chip] {
            if (m_page) m_page->setPrecision(chip->format());
            show(m_page);
        });
        chips->addWidget(chip);
        m_chips << chip;
    }
    auto* transport = new QHBoxLayout(m_transport);
    transport->setContentsMargins(0, 0, 0, 0);
    for (auto* button : {m_run, m_step, m_reset})
        transport->addWidget(button);
    transport->addSpacing(6);
    transport->addWidget(m_seed);
    transport->addWidget(m_newSeed);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 7, 10, 7);
    layout->setSpacing(8);
    layout->addWidget(m_sideBar);
    layout->addWidget(m_name);
    layout->addSpacing(2);
    layout->addWidget(m_section);
    layout->addWidget(m_between);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_chipArea);
    layout->addSpacing(8);
    layout->addWidget(m_transport);
    layout->addSpacing(4);
    for (auto* button : {m_search, m_language, m_theme, m_about})
        layout->addWidget(button);

    connect(m_run, &QPushButton::clicked, this, &TopBar::runOrPause);
    connect(m_step, &QPushButton::clicked, this, &TopBar::stepOnce);
    connect(m_reset, &QPushButton::clicked, this, &TopBar::restart);
    connect(m_newSeed, &QToolButton::clicked, this, &TopBar::newSeed);
    connect(m_search, &QToolButton::clicked, this, &TopBar::searchAsked);
    connect(m_language, &QToolButton::clicked, this, &TopBar::languageAsked);
    connect(m_theme, &QToolButton::clicked, this, &TopBar::themeAsked);
    connect(m_about, &QToolButton::clicked, this, &TopBar::aboutAsked);
    connect(m_sideBar, &QToolButton::clicked, this, &TopBar::sideBarAsked);

    translated(this, [this] {
        m_step->setText(tr("Step"));
        m_reset->setText(tr("Restart"));
        m_newSeed->setText(QStringLiteral("↻"));
        m_language->setText(LanguageSwitch::instance().language() == text::Language::Korean ? QStringLiteral("EN")
                                                                                            : QStringLiteral("한국어"));
        m_theme->setText(QStringLiteral("◐"));
        m_about->setText(QStringLiteral("?"));
        m_reset->setToolTip(tr("From the first step with the same seed (Ctrl+R)"));
        m_newSeed->setToolTip(tr("Another seed (Ctrl+Shift+R)"));
        m_language->setToolTip(tr("Korean or English (Ctrl+L)"));
        m_theme->setToolTip(tr("Light or dark (Ctrl+T)"));
        m_search->setToolTip(tr("Search for a lesson, lab, preset, setting, term or command (Ctrl+K)"));
        m_about->setToolTip(tr("Help: what is this, keys (F1), settings, about"));
        m_sideBar->setToolTip(tr("Lessons and labs (Ctrl+B)"));
        for (auto* button : {m_sideBar, m_newSeed, m_search, m_language, m_theme, m_about})
            button->setAccessibleName(button->toolTip());
        show(m_page);
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] { show(m_page); });
}

QWidget* TopBar::helpButton() const {
    return m_about;
}

void TopBar::setNarrow(bool narrow) {
    m_sideBar->setVisible(narrow);
    for (auto* label : {m_name, m_section, m_between})
        label->setVisible(!narrow);
    for (auto* chip : m_chips)
        chip->setShort(narrow);
    fit();
}

// In a window too narrow for large type, what the keys and the settings can do as well makes room first.
void TopBar::fit() {
    const QList<QWidget*> dispensable = {m_seed, m_newSeed, m_theme, m_language, m_reset, m_step};
    const auto needed = [this] {
        m_transport->layout()->activate();
        return layout()->minimumSize().width();
    };
    for (auto* widget : dispensable)
        widget->show();
    for (auto* widget : dispensable) {
        if (needed() <= width()) break;
        widget->hide();
    }
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void TopBar::show(Page* page) {
    m_page = page;
    if (!page) return;
    m_section->setText(page->section());
    m_title->setText(page->title());
    const QStringList precisions = page->precisions();
    m_chipArea->setVisible(!precisions.isEmpty());
    for (auto* chip : m_chips) {
        chip->setChecked(precisions.contains(chip->format()));
        chip->setToolTip(tr("Train in %1").arg(chip->format()));
    }
    RunModel* run = page->run();
    m_transport->setVisible(run != nullptr);
    const bool running = page->isRunning();
    m_run->setText(running ? QStringLiteral("⏸ ") + tr("Pause") : QStringLiteral("▶ ") + tr("Run"));
    m_run->setToolTip(running ? tr("Pause after this step (F9)")
                              : tr("Go on, or start again when the run is over (F9)"));
    const bool is_recorded = run && run->isRecorded();
    m_step->setEnabled(!is_recorded);
    m_step->setToolTip(is_recorded ? tr("A recorded run: its steps can be looked at and played, not trained")
                                   : tr("One training step (F10)"));
    // As wide as the wider of its two texts.
    m_run->setMinimumWidth(std::max(m_run->fontMetrics().horizontalAdvance("⏸ " + tr("Pause")),
                                    m_run->fontMetrics().horizontalAdvance("▶ " + tr("Run"))) +
                           qRound(scaled(34)));
    m_seed->setText(tr("seed <b>%1</b>").arg(page->seed()));
    fit();
}

void TopBar::runOrPause() {
    if (!m_page || !m_page->run()) return;
    if (m_page->isRunning())
        m_page->pauseRuns();
    else if (m_page->isActive())
        m_page->resumeRuns();
    else
        m_page->restart(std::nullopt);
    show(m_page);
}

void TopBar::stepOnce() {
    if (!m_page) return;
    if (m_page->run() && m_page->run()->isRecorded())
        Q_EMIT m_page->noticed(tr("A recorded run: its steps can be looked at and played, not trained"));
    else
        m_page->stepRuns();
}

void TopBar::restart() {
    if (m_page) m_page->restart(std::nullopt);
    show(m_page);
}

void TopBar::newSeed() {
    if (m_page) m_page->restart(static_cast<std::int64_t>(QRandomGenerator::global()->bounded(1, 10000)));
    show(m_page);
}

} // namespace ampscope::ui
