#include "ui/shell/side_bar.h"

#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/text_fit.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

constexpr int kWidth = 232;

SideBar::SideBar(QWidget* parent) : QScrollArea(parent) {
    auto* side = new QWidget;
    side->setObjectName("sideBar");
    side->setAttribute(Qt::WA_StyledBackground);
    m_column = new QVBoxLayout(side);
    m_column->setContentsMargins(8, 12, 8, 12);
    m_column->setSpacing(2);
    m_column->addStretch(1);
    setWidget(side);
    setFocusPolicy(Qt::NoFocus); // its buttons have the keyboard
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto fit = [this] { setFixedWidth(qRound(scaled(kWidth))); };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
    translated(this, [this] {
        setAccessibleName(tr("Lessons and labs"));
        setWhatsThis(
            tr("<p><b>Lessons and labs</b></p><p>Lessons by chapter, in the order in which they build on each "
               "other; a tick marks those that you have walked to the end. Below, the labs in which everything "
               "can be changed, and what was learned. A heading folds its section.</p>"));
    });
}

void SideBar::addSection(Kind kind, Title title, bool folded) {
    Section section;
    section.kind = kind;
    section.title = std::move(title);
    section.heading = new QPushButton;
    section.heading->setProperty("role", "fold");
    section.body = new QWidget;
    section.column = new QVBoxLayout(section.body);
    section.column->setContentsMargins(0, 0, 0, 6);
    section.column->setSpacing(2);
    m_column->insertWidget(m_column->count() - 1, section.heading); // before the stretch
    m_column->insertWidget(m_column->count() - 1, section.body);
    const auto place = static_cast<int>(m_sections.size());
    connect(section.heading, &QPushButton::clicked, this,
            [this, place] { fold(place, !m_sections[place].body->isHidden()); });
    m_sections << section;
    translated(section.heading, [this, place] { showHeading(place); });
    fold(place, folded);
}

void SideBar::addEntry(const QString& id, const QString& mark, Title title) {
    auto* button = new QPushButton;
    button->setProperty("role", "nav");
    button->setCheckable(true);
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    const auto section = static_cast<int>(m_sections.size()) - 1;
    m_sections[section].column->addWidget(button);
    ++m_sections[section].entries;
    const auto place = static_cast<int>(m_entries.size());
    m_entries << Entry{id, mark, std::move(title), button, section};
    connect(button, &QPushButton::clicked, this, [this, place] {
        m_entries[place].button->setChecked(true); // a second click does not take the mark away
        Q_EMIT asked(m_entries[place].id);
    });
    translated(button, [this, place] { showEntry(place); });
    showHeading(section);
}

void SideBar::addButton(Title title, std::function<void(QWidget*)> act) {
    auto* button = new QPushButton;
    button->setProperty("role", "nav");
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_sections.last().column->addWidget(button);
    ++m_sections.last().entries;
    connect(button, &QPushButton::clicked, this, [button, act = std::move(act)] { act(button); });
    translated(button, [button, title = std::move(title)] { button->setText(title()); });
}

void SideBar::showHeading(int section) {
    const Section& shown = m_sections[section];
    const QString title = shown.title();
    const bool folded = shown.body->isHidden();
    shown.heading->setText(folded ? QStringLiteral("▸ %1 (%2)").arg(title).arg(shown.entries)
                                  : QStringLiteral("▾ ") + title);
    shown.heading->setAccessibleName(folded ? tr("%1, folded").arg(title) : title);
}

void SideBar::showEntry(int place) {
    const Entry& entry = m_entries[place];
    const QString full = entry.mark.isEmpty() ? entry.title() : entry.mark + "  " + entry.title();
    const QString tick = entry.done ? QStringLiteral("  ✓") : QString();
    // Measured bold, as the chosen entry is drawn; minus margins, padding, border and the scroll bar.
    const QFontMetrics metrics(textFont(scaled(kChromePixels), QFont::DemiBold));
    const int room = qRound(scaled(kWidth - 52)) - metrics.horizontalAdvance(tick);
    entry.button->setText(metrics.elidedText(full, Qt::ElideRight, room) + tick);
    entry.button->setToolTip(plainTip(full));
    entry.button->setAccessibleName(entry.done ? tr("%1, done").arg(full) : full);
}

void SideBar::fold(int section, bool folded) {
    m_sections[section].body->setHidden(folded);
    showHeading(section);
}

QStringList SideBar::ids() const {
    QStringList ids;
    for (const auto& entry : m_entries)
        ids << entry.id;
    return ids;
}

QString SideBar::titleOf(const QString& id) const {
    for (const auto& entry : m_entries)
        if (entry.id == id) return entry.title();
    return {};
}

void SideBar::choose(const QString& id) {
    for (const auto& entry : m_entries) {
        entry.button->setChecked(entry.id == id);
        if (entry.id != id) continue;
        if (m_sections[entry.section].body->isHidden()) unfold(entry.section);
        // Once the layout knows where it is.
        QTimer::singleShot(0, entry.button, [this, button = entry.button] { ensureWidgetVisible(button, 0, 40); });
    }
}

void SideBar::unfold(int section) {
    if (m_sections[section].kind == Kind::Chapter)
        for (int other = 0; other < m_sections.size(); ++other)
            if (m_sections[other].kind == Kind::Chapter) fold(other, true);
    fold(section, false);
}

void SideBar::setDone(const QString& id, bool done) {
    for (int place = 0; place < m_entries.size(); ++place) {
        if (m_entries[place].id != id) continue;
        m_entries[place].done = done;
        showEntry(place);
    }
}

} // namespace ampscope::ui
