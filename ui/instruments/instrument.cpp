#include "ui/instruments/instrument.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

/// Muted words that give way to the title and the badge: what does not fit ends in an ellipsis.
class ElidedLabel : public QWidget {
  public:
    explicit ElidedLabel(QWidget* parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    void setText(const QString& text) {
        m_text = text;
        setToolTip(text);
        update();
    }
    QSize sizeHint() const override { return {0, fontMetrics().height()}; }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(theme().color(Token::Muted));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
    }

  private:
    QString m_text;
};

QString badgeText(Provenance provenance) {
    switch (provenance) {
    case Provenance::Measured: return Instrument::tr("measured here");
    case Provenance::Computed: return Instrument::tr("computed exactly");
    case Provenance::Estimated: return Instrument::tr("estimated");
    case Provenance::Recorded: return Instrument::tr("recorded");
    }
    return {};
}

QString badgeExplanation(Provenance provenance) {
    switch (provenance) {
    case Provenance::Measured: return Instrument::tr("These numbers come from a LibTorch run on this machine.");
    case Provenance::Computed:
        return Instrument::tr("These numbers come from exact arithmetic, rounded once where a format asks for it.");
    case Provenance::Estimated: return Instrument::tr("These numbers come from a formula, not from a run.");
    case Provenance::Recorded: return Instrument::tr("These numbers were recorded in another run and are shown again.");
    }
    return {};
}

Instrument::Instrument(const QString& id, QWidget* parent) : QFrame(parent), m_id(id) {
    setObjectName("instrument-" + id);
    setProperty("role", "panel");
    m_header = new QWidget(this);
    m_title = new QLabel(m_header);
    m_title->setProperty("role", "title");
    m_subtitle = new ElidedLabel(m_header);
    m_badge = new QToolButton(m_header);
    m_badge->setProperty("role", "badge");
    m_badge->setVisible(false);
    connect(m_badge, &QToolButton::clicked, this, [this] {
        if (m_provenance) QToolTip::showText(QCursor::pos(), badgeExplanation(*m_provenance), m_badge);
    });
    m_menu = new QMenu(this);
    m_menuButton = new QToolButton(m_header);
    m_menuButton->setText(QStringLiteral("⋯"));
    m_menuButton->setProperty("role", "flat");
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(m_menu);

    auto* header_layout = new QHBoxLayout(m_header);
    header_layout->setContentsMargins(0, 0, 0, 0);
    header_layout->setSpacing(6);
    header_layout->addWidget(m_title);
    header_layout->addSpacing(8);
    header_layout->addWidget(m_subtitle, 1);
    header_layout->addWidget(m_badge);
    header_layout->addWidget(m_menuButton);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 8, 8);
    layout->setSpacing(2);
    layout->addWidget(m_header);
    m_body = new QVBoxLayout;
    m_body->setContentsMargins(0, 0, 4, 0);
    layout->addLayout(m_body, 1);
    layout->addStretch(0); // instruments that paint themselves leave the body empty: the header stays on top

    translated(this, [this] {
        m_menuButton->setAccessibleName(tr("Menu of this instrument"));
        m_menuButton->setToolTip(tr("Export, copy, table"));
        setProvenance(m_provenance);
    });
    connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, this, &Instrument::runChanged);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &Instrument::runChanged);
}

void Instrument::setTitle(const QString& title) {
    m_title->setText(title);
    setAccessibleName(title);
}

void Instrument::setSubtitle(const QString& subtitle) {
    m_subtitle->setText(subtitle);
}

void Instrument::setProvenance(std::optional<Provenance> provenance) {
    m_provenance = provenance;
    m_badge->setVisible(provenance.has_value());
    if (!provenance) return;
    m_badge->setText(badgeText(*provenance));
    m_badge->setToolTip(badgeExplanation(*provenance));
    m_badge->setAccessibleName(tr("Where these numbers come from: %1").arg(badgeText(*provenance)));
}

void Instrument::hideHeader() {
    m_header->hide();
}

void Instrument::watch(RunModel* run) {
    if (!run) return;
    connect(run, &RunModel::changed, this, &Instrument::runChanged, Qt::UniqueConnection);
    connect(run, &RunModel::selectionChanged, this, &Instrument::runChanged, Qt::UniqueConnection);
    connect(run, &RunModel::stateChanged, this, &Instrument::runChanged, Qt::UniqueConnection);
}

void Instrument::setRun(RunModel* run) {
    if (m_run == run) return;
    if (m_run) disconnect(m_run, nullptr, this, nullptr);
    m_run = run;
    watch(run);
    runChanged();
}

void Instrument::setComparison(const QList<RunModel*>& runs) {
    for (const auto& old : m_comparison)
        if (old && old != m_run) disconnect(old, nullptr, this, nullptr);
    m_comparison.clear();
    for (RunModel* run : runs) {
        m_comparison << run;
        watch(run);
    }
    runChanged();
}

void Instrument::runChanged() {
    m_stale = true;
    if (isVisible()) refresh();
}

void Instrument::refresh() {
    m_stale = false;
    update();
}

void Instrument::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    if (m_stale) refresh();
}

void Instrument::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_menu->isEmpty()) m_menu->popup(event->globalPos());
}

} // namespace ampscope::ui
