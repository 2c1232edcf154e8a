#include "ui/shell/top_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRandomGenerator>
#include <QToolButton>

#include "ui/bridge/language.h"
#include "ui/labs/page.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

/// The name of a format with a sample of its line.
class FormatChip : public QPushButton {
  public:
    explicit FormatChip(QString format) : m_format(std::move(format)) {
        setCheckable(true);
        setText(m_format);
        setAccessibleName(m_format);
    }
    const QString& format() const { return m_format; }
    QSize sizeHint() const override { return {qRound(scaled(92)), QPushButton::sizeHint().height()}; }

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
        painter.drawLine(QPointF(scaled(13), middle), QPointF(scaled(39), middle)); // a whole period of each dash
        painter.setFont(textFont(scaled(kChromePixels), QFont::DemiBold));
        painter.setPen(style.color);
        painter.drawText(QRectF(scaled(46), 0, width() - scaled(48), height()), Qt::AlignVCenter | Qt::AlignLeft,
                         m_format);
    }

  private:
    QString m_format;
};

TopBar::TopBar(QWidget* parent)
    : QWidget(parent),
      m_name(new QLabel("ampscope")),
      m_section(new QLabel),
      m_title(new QLabel),
      m_seed(new QLabel),
      m_chipArea(new QWidget),
      m_transport(new QWidget),
      m_run(new QPushButton),
      m_step(new QPushButton),
      m_reset(new QPushButton),
      m_newSeed(new QToolButton),
      m_language(new QToolButton),
      m_theme(new QToolButton),
      m_about(new QToolButton) {
    setObjectName("topBar");
    setAttribute(Qt::WA_StyledBackground);
    m_name->setObjectName("appName");
    m_title->setObjectName("crumb");
    m_section->setProperty("role", "muted");
    m_run->setProperty("role", "primary");
    for (auto* button : {m_newSeed, m_language, m_theme, m_about})
        button->setProperty("role", "flat");

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
    layout->addWidget(m_name);
    layout->addSpacing(10);
    layout->addWidget(m_section);
    layout->addWidget(new QLabel(QStringLiteral("›")));
    layout->addWidget(m_title, 1);
    layout->addWidget(m_chipArea);
    layout->addSpacing(16);
    layout->addWidget(m_transport);
    layout->addSpacing(10);
    for (auto* button : {m_language, m_theme, m_about})
        layout->addWidget(button);
    m_title->setMinimumWidth(60);

    connect(m_run, &QPushButton::clicked, this, &TopBar::runOrPause);
    connect(m_step, &QPushButton::clicked, this, &TopBar::stepOnce);
    connect(m_reset, &QPushButton::clicked, this, &TopBar::restart);
    connect(m_newSeed, &QToolButton::clicked, this, &TopBar::newSeed);
    connect(m_language, &QToolButton::clicked, this, &TopBar::languageAsked);
    connect(m_theme, &QToolButton::clicked, this, &TopBar::themeAsked);
    connect(m_about, &QToolButton::clicked, this, &TopBar::aboutAsked);

    translated(this, [this] {
        m_step->setText(tr("Step"));
        m_reset->setText(tr("Reset"));
        m_newSeed->setText(QStringLiteral("↻"));
        m_language->setText(LanguageSwitch::instance().language() == text::Language::Korean ? QStringLiteral("EN")
                                                                                            : QStringLiteral("한국어"));
        m_theme->setText(QStringLiteral("◐"));
        m_about->setText(QStringLiteral("?"));
        m_step->setToolTip(tr("One training step (F10)"));
        m_reset->setToolTip(tr("From the first step with the same seed (Ctrl+R)"));
        m_newSeed->setToolTip(tr("Another seed (Ctrl+Shift+R)"));
        m_language->setToolTip(tr("Korean or English (Ctrl+L)"));
        m_theme->setToolTip(tr("Light or dark (Ctrl+T)"));
        m_about->setToolTip(tr("About, keys, licences (F1)"));
        for (auto* button : {m_newSeed, m_language, m_theme, m_about})
            button->setAccessibleName(button->toolTip());
        show(m_page);
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this] { show(m_page); });
}

void TopBar::show(Page* page) {
    m_page = page;
    if (!page) return;
    m_section->setText(page->section());
    m_title->setText(page->title());
    const QString precision = page->precision();
    m_chipArea->setVisible(!precision.isEmpty());
    for (auto* chip : m_chips) {
        chip->setChecked(chip->format() == precision);
        chip->setToolTip(tr("Train in %1").arg(chip->format()));
    }
    RunModel* run = page->run();
    m_transport->setVisible(run != nullptr);
    const bool running = run && run->isRunning();
    m_run->setText(running ? QStringLiteral("⏸ ") + tr("Pause") : QStringLiteral("▶ ") + tr("Run"));
    m_run->setToolTip(running ? tr("Pause after this step (F9)")
                              : tr("Go on, or start again when the run is over (F9)"));
    // As wide as the wider of its two texts.
    m_run->setMinimumWidth(std::max(m_run->fontMetrics().horizontalAdvance("⏸ " + tr("Pause")),
                                    m_run->fontMetrics().horizontalAdvance("▶ " + tr("Run"))) +
                           34);
    m_seed->setText(tr("seed <b>%1</b>").arg(page->seed()));
}

void TopBar::runOrPause() {
    RunModel* run = m_page ? m_page->run() : nullptr;
    if (!run) return;
    if (run->isRunning())
        run->pause();
    else if (run->isActive())
        run->resume();
    else
        m_page->restart(std::nullopt);
    show(m_page);
}

void TopBar::stepOnce() {
    if (RunModel* run = m_page ? m_page->run() : nullptr) {
        run->select(std::nullopt); // look at the step that comes
        run->stepOnce();
    }
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
