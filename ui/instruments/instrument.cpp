#include "ui/instruments/instrument.h"

#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWhatsThis>
#include <algorithm>

#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/bridge/motion.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/elided_label.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/instrument_help.h"
#include "ui/instruments/tab_order.h"
#include "ui/plot/export.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

constexpr int kBesideGap = 14; ///< between the title and the words beside it

QString badgeText(Provenance provenance, bool brief) {
    if (brief) {
        switch (provenance) {
        case Provenance::Measured: return Instrument::tr("measured");
        case Provenance::Computed: return Instrument::tr("computed");
        default: break; // the others are one word
        }
    }
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
    m_header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // its words must not keep a panel wide
    m_title = new ElidedLabel(Token::Text, QFont::Bold, m_header);
    m_beside = new ElidedLabel(Token::Muted, QFont::Normal, m_header);
    m_below = new ElidedLabel(Token::Muted, QFont::Normal, this);
    m_below->hide();
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
    header_layout->addSpacing(kBesideGap - 6);
    header_layout->addWidget(m_beside, 1);
    header_layout->addWidget(m_badge);
    header_layout->addWidget(m_menuButton);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 8, 8);
    layout->setSpacing(2);
    layout->addWidget(m_header);
    layout->addWidget(m_below);
    m_body = new QVBoxLayout;
    m_body->setContentsMargins(0, 0, 4, 0);
    layout->addLayout(m_body, 1);
    layout->addStretch(0); // instruments that paint themselves leave the body empty: the header stays on top

    translated(this, [this] {
        m_menuButton->setAccessibleName(tr("Menu of this instrument"));
        m_menuButton->setToolTip(tr("Export, copy, table"));
        setProvenance(m_provenance);
        setWhatsThis(instrumentHelp(m_id));
    });
    // The last of the menu, whatever else comes into it.
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        if (whatsThis().isEmpty()) return;
        delete m_menu->findChild<QAction*>("how-to-read");
        auto* action = m_menu->addAction(tr("How to read this"), this, [this] {
            QWhatsThis::showText(mapToGlobal(QPoint(width() / 4, headerBottom())), whatsThis(), this);
        });
        action->setObjectName("how-to-read");
    });
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (m_stale) lookAnew();
    });
    connect(&LanguageSwitch::instance(), &LanguageSwitch::changed, this, &Instrument::lookAnew);
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &Instrument::lookAnew);
}

void Instrument::setTitle(const QString& title) {
    m_title->setText(title);
    setAccessibleName(title);
    fitHeader();
}

void Instrument::setSubtitle(const QString& subtitle) {
    m_subtitle = subtitle;
    fitHeader();
}

void Instrument::setProvenance(std::optional<Provenance> provenance) {
    m_provenance = provenance;
    m_badge->setVisible(provenance.has_value());
    if (provenance) {
        m_badge->setToolTip(badgeExplanation(*provenance));
        m_badge->setAccessibleName(tr("Where these numbers come from: %1").arg(badgeText(*provenance)));
    }
    fitHeader();
}

// The title is whole before the badge is long, and the words beside it come last: without room there they go into a
// line of their own, where the panel is high enough for one.
void Instrument::fitHeader() {
    const double margins = 14 + 8 + 2;
    double room = width() - margins - m_menuButton->sizeHint().width() - 6;
    const auto added = [&](const char* words) {
        double wide = 0;
        for (const auto& widget : m_added) {
            if (!widget || widget->isHidden()) continue;
            auto* button = qobject_cast<QAbstractButton*>(widget.data());
            if (button && button->property(words).isValid()) button->setText(button->property(words).toString());
            wide += widget->sizeHint().width() + 6;
        }
        return wide;
    };
    constexpr double kBriefBadge = 110; // with the gaps around it
    const double full = added("full");
    room -= room - full - m_title->textWidth() - kBesideGap < scaled(kBriefBadge) ? added("brief") : full;
    double badge = 0;
    const bool has_words = !m_subtitle.isEmpty();
    const double words = QFontMetricsF(textFont(scaled(kChromePixels))).horizontalAdvance(m_subtitle) + kBesideGap + 7;
    const double wanted = m_title->textWidth() + kBesideGap + (has_words ? words : 0);
    if (m_provenance) {
        for (const bool brief : {false, true}) {
            m_badge->setText(badgeText(*m_provenance, brief));
            badge = m_badge->sizeHint().width() + 6;
            if (wanted + badge <= room) break;
        }
        m_badge->setFixedWidth(qRound(badge) - 6);
    }
    const double beside = room - badge - m_title->textWidth() - kBesideGap;
    constexpr double kLowPanel = 210;
    const bool fits = words - kBesideGap <= beside, below = has_words && !fits && height() >= scaled(kLowPanel);
    m_beside->setText(below ? QString() : m_subtitle);
    m_beside->setVisible(!below && (fits || beside > scaled(60)));
    m_below->setText(below ? m_subtitle : QString());
    // With the gaps around it: a title must not make its panel wider.
    m_title->setMinimumWidth(qFloor(std::max(0.0, std::min(m_title->textWidth() + 1, room - badge - kBesideGap))));
    // Showing lays the window out anew. If that makes this panel wider, resizeEvent() comes here before the label is
    // seen and hides it: Qt would go on to show it, hidden or not.
    m_below->setVisible(below && !m_header->isHidden());
    if (m_below->isHidden() && m_below->isVisible()) {
        m_below->show();
        m_below->hide();
    }
}

void Instrument::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitHeader();
}

void Instrument::hideHeader() {
    m_header->hide();
    m_below->hide();
}

int Instrument::headerBottom() const {
    if (m_header->isHidden()) return 0;
    return (m_below->isHidden() ? m_header : static_cast<QWidget*>(m_below))->geometry().bottom() + 1;
}

void Instrument::addToHeader(QWidget* widget) {
    auto* layout = static_cast<QHBoxLayout*>(m_header->layout());
    layout->insertWidget(layout->indexOf(m_badge), widget, 0, Qt::AlignVCenter);
    m_added << widget;
    // The keyboard, too, comes to it before the badge, and to all of them before what they are the header of.
    QList<QWidget*> read;
    for (int i = 0; i < layout->count(); ++i)
        if (auto* part = layout->itemAt(i)->widget()) read << part;
    for (auto* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (part != m_header && !part->isWindow() && part != widget) read << part;
    setTabOrderOf(read);
}

void Instrument::setRun(RunModel* run) {
    if (m_run == run) return;
    if (m_run) disconnect(m_run, nullptr, this, nullptr);
    m_run = run;
    if (run) {
        for (const auto& other : m_comparison) // no longer one of those beside it
            if (other == run) disconnect(run, nullptr, this, nullptr);
        const auto grown = [this] {
            if (!m_stale && m_run->version() == m_seen) return;
            m_stale = true;
            if (m_soon.isActive()) return;
            if (hasOthers())
                m_soon.start(MotionSwitch::instance().frameMilliseconds());
            else
                lookAnew();
        };
        connect(run, &RunModel::changed, this, grown);
        connect(run, &RunModel::selectionChanged, this, [this, grown] {
            m_run->followsNewest() ? grown() : runChanged(); // a choice is seen at once
        });
        connect(run, &RunModel::stateChanged, this, &Instrument::runChanged);
    }
    lookAnew();
}

void Instrument::setComparison(const QList<RunModel*>& runs) {
    for (const auto& old : m_comparison)
        if (old && old != m_run) disconnect(old, nullptr, this, nullptr);
    m_comparison.clear();
    for (RunModel* run : runs) {
        m_comparison << run;
        if (!run || run == m_run) continue;
        connect(run, &RunModel::changed, this, [this] {
            m_stale = true;
            if (!m_soon.isActive()) m_soon.start(MotionSwitch::instance().frameMilliseconds());
        });
        connect(run, &RunModel::stateChanged, this, &Instrument::lookAnew);
    }
    lookAnew();
}

bool Instrument::hasOthers() const {
    return std::ranges::any_of(m_comparison, [this](const auto& other) { return other && other != m_run; });
}

QList<RunModel*> Instrument::allRuns() const {
    QList<RunModel*> all;
    for (const auto& other : m_comparison)
        if (other) all << other;
    if (m_run && !all.contains(m_run.data())) all.prepend(m_run.data());
    return all;
}

// Growing, another selection and another state are said one after the other, often of one and the same change.
void Instrument::runChanged() {
    if (m_stale || m_run->version() != m_seen) lookAnew();
}

// One that takes long (a run of 100,000 steps) rests ten times as long before it follows the run again: however long
// the run, and however busy the machine, most of the time is for clicks and for training.
void Instrument::lookAnew() {
    constexpr qint64 kQuick = 3, kRest = 10, kLongestRest = 1000; // milliseconds, times
    m_stale = true;
    if (!isVisible()) return;
    QElapsedTimer clock;
    clock.start();
    refresh();
    const qint64 took = clock.elapsed();
    if (took > kQuick && m_run && m_run->isRunning() && !m_soon.isActive())
        m_soon.start(static_cast<int>(std::min(kRest * took, kLongestRest)));
}

void Instrument::refresh() {
    m_stale = false;
    if (m_run) m_seen = m_run->version();
    update();
}

Exhibit Instrument::exhibit() {
    refresh();
    const TextTable table = paperTable();
    if (table.rows.isEmpty()) throw nothingToShow({});
    Drawing drawing = tableDrawing(accessibleName(),
                                   paperCaption(m_run ? captionOf(m_run->record()) : QString(), m_provenance), table);
    drawing.summary = accessibleDescription();
    Exhibit exhibit{std::move(drawing), {}, {}, {}, {}};
    nameExhibit(exhibit);
    return exhibit;
}

TextTable Instrument::paperTable() const {
    return {};
}

text::Error Instrument::nothingToShow(const QString& why) const {
    if (why.isEmpty()) return text::bad_input("figure.nothing", {{"plot", m_id.toStdString()}});
    return text::bad_input("figure.nothing_why", {{"plot", m_id.toStdString()}, {"why", why.toStdString()}});
}

QString Instrument::paperCaption(QString caption, std::optional<Provenance> provenance) const {
    if (!provenance && m_run && m_run->hasRun()) // the panel has no badge of its own
        provenance = m_run->isRecorded() ? Provenance::Recorded : Provenance::Measured;
    if (provenance && !caption.contains(badgeText(*provenance)))
        caption += (caption.isEmpty() ? QString() : QStringLiteral(" · ")) + badgeText(*provenance);
    return caption;
}

void Instrument::nameExhibit(Exhibit& exhibit) const {
    exhibit.plot = m_id;
    if (!m_run || !m_run->hasRun()) return;
    const auto& scenario = m_run->record().scenario();
    exhibit.scenario = QString::fromStdString(scenario.name);
    exhibit.precision = QString::fromUtf8(scenario::choice_name(scenario.precision));
    exhibit.seed = scenario.seed;
}

void Instrument::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    if (m_stale) refresh();
}

void Instrument::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_menu->isEmpty() || !whatsThis().isEmpty()) m_menu->popup(event->globalPos());
}

} // namespace ampscope::ui
