#include "ui/shell/help/search_box.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {
namespace {

constexpr std::size_t kMostShown = 50;
constexpr int kWidth = 680, kRowHeight = 34, kMostRows = 10, kMargin = 12;
enum Role { SectionRole = Qt::UserRole, KeysRole, KindRole };

// One line: title, where it belongs, keys, what kind of thing it is.
class RowPainter : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {10, qRound(scaled(kRowHeight))};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state & QStyle::State_Selected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme().color(Token::SelectionGround));
            painter->drawRoundedRect(option.rect, scaled(kControlRadius), scaled(kControlRadius));
        }
        QRect room = option.rect.adjusted(qRound(scaled(10)), 0, -qRound(scaled(10)), 0);
        const auto put = [&](const QString& words, const QFont& font, Token color, bool right) {
            const QFontMetrics metrics(font);
            const QString fits = metrics.elidedText(words, Qt::ElideRight, room.width());
            painter->setFont(font);
            painter->setPen(theme().color(color));
            painter->drawText(room, Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft), fits);
            const int taken = metrics.horizontalAdvance(fits) + qRound(scaled(14));
            if (right)
                room.setRight(room.right() - taken);
            else
                room.setLeft(room.left() + taken);
        };
        const QFont small = textFont(scaled(kTickPixels));
        put(index.data(KindRole).toString(), small, Token::Muted, true);
        if (const QString keys = index.data(KeysRole).toString(); !keys.isEmpty())
            put(keys, monoFont(scaled(kTickPixels)), Token::Muted, true);
        put(index.data(Qt::DisplayRole).toString(), textFont(scaled(kChromePixels), QFont::Medium), Token::Text, false);
        put(index.data(SectionRole).toString(), small, Token::Muted, false);
        painter->restore();
    }
};

} // namespace

SearchBox::SearchBox(QWidget* window, std::function<void(SearchIndex&)> fill,
                     std::function<std::vector<SearchEntry>()> first, std::function<bool()> learn)
    : QFrame(window),
      m_fill(std::move(fill)),
      m_first(std::move(first)),
      m_learn(std::move(learn)),
      m_line(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_nothing(new QLabel(this)) {
    setObjectName("searchBox");
    setAttribute(Qt::WA_StyledBackground);
    m_list->setObjectName("searchList");
    m_list->setItemDelegate(new RowPainter(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_nothing->setProperty("role", "muted");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kSpace);
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    layout->addWidget(m_nothing);
    hide();

    connect(&m_learning, &QTimer::timeout, this, &SearchBox::learnMore);
    connect(m_line, &QLineEdit::textChanged, this, &SearchBox::showFound);
    connect(m_list, &QListWidget::itemClicked, this, &SearchBox::act);
    m_line->installEventFilter(this);
    window->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (isVisible() && now && now != m_line && !isAncestorOf(now)) close();
    });
    translated(this, [this] {
        m_line->setPlaceholderText(tr("Lesson, lab, preset, setting, term, command …"));
        m_line->setAccessibleName(tr("Search"));
        m_line->setWhatsThis(tr("<p><b>Search</b></p><p>Words in any order, in Korean or English, also the first "
                                "consonants of Korean words. Arrows choose, Enter goes there, Escape closes.</p>"));
        m_list->setAccessibleName(tr("What was found"));
        m_nothing->setText(tr("Nothing has this name. Fewer letters find more."));
    });
}

void SearchBox::open(const QString& query) {
    if (isHidden()) m_before = QApplication::focusWidget();
    fillIndex();
    if (!m_hasLearned) m_learning.start();
    const QSignalBlocker quiet(m_line);
    m_line->setText(query);
    show();
    raise();
    m_line->setFont(textFont(scaled(15)));
    m_line->setFocus();
    m_line->selectAll();
    showFound(query);
}

void SearchBox::fillIndex() {
    m_shown.clear();
    m_index.clear();
    m_fill(m_index);
    m_firstEntries = m_first();
}

void SearchBox::learnMore() {
    if (m_learn()) return;
    m_learning.stop();
    m_hasLearned = true;
    if (isHidden()) return;
    const int row = m_list->currentRow();
    fillIndex();
    showFound(m_line->text());
    m_list->setCurrentRow(std::min(std::max(row, 0), m_list->count() - 1));
}

void SearchBox::close() {
    m_learning.stop();
    if (isHidden()) return;
    const bool had_keyboard = m_line->hasFocus();
    hide();
    if (had_keyboard && m_before) m_before->setFocus();
}

void SearchBox::showFound(const QString& query) {
    m_shown.clear();
    if (searchLetters(query).empty())
        for (const auto& entry : m_firstEntries)
            m_shown.push_back(&entry);
    else
        m_shown = m_index.find(query, kMostShown);
    m_list->clear();
    for (const auto* entry : m_shown) {
        auto* item = new QListWidgetItem(entry->title());
        const QString section = entry->section ? entry->section() : QString();
        const QString kind = searchKindName(entry->kind);
        item->setData(SectionRole, section);
        item->setData(KeysRole, entry->keys);
        item->setData(KindRole, kind);
        QStringList spoken = {item->text(), section, kind, entry->keys};
        spoken.removeAll(QString());
        item->setData(Qt::AccessibleTextRole, spoken.join(", "));
        m_list->addItem(item);
    }
    m_list->setCurrentRow(0);
    m_list->setVisible(!m_shown.empty());
    m_nothing->setVisible(m_shown.empty());
    place();
}

void SearchBox::place() {
    const QWidget* window = parentWidget();
    const int width = std::min(qRound(scaled(kWidth)), window->width() - 2 * kMargin);
    const int above = qRound(scaled(56));
    const int row = qRound(scaled(kRowHeight));
    const int room = window->height() - above - m_line->sizeHint().height() - 5 * kMargin;
    const int rows = std::max(1, std::min({static_cast<int>(m_shown.size()), kMostRows, room / row}));
    m_list->setFixedHeight(rows * row + 2);
    resize(width, layout()->heightForWidth(width) > 0 ? layout()->heightForWidth(width) : sizeHint().height());
    resize(width, sizeHint().height());
    move((window->width() - width) / 2, above);
}

void SearchBox::choose(int by) {
    const int count = m_list->count();
    if (count == 0) return;
    m_list->setCurrentRow(std::clamp(m_list->currentRow() + by, 0, count - 1));
}

void SearchBox::act() {
    const int row = m_list->currentRow();
    if (row < 0 || row >= static_cast<int>(m_shown.size())) return;
    const auto what = m_shown[static_cast<std::size_t>(row)]->act; // the index may be filled anew by it
    close();
    what();
}

bool SearchBox::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize && isVisible()) place();
    if (watched != m_line || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down: choose(1); return true;
    case Qt::Key_Up: choose(-1); return true;
    case Qt::Key_PageDown: choose(kMostRows - 1); return true;
    case Qt::Key_PageUp: choose(1 - kMostRows); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: act(); return true;
    case Qt::Key_Escape: close(); return true;
    default: return false;
    }
}

QString searchKindName(SearchEntry::Kind kind) {
    switch (kind) {
    case SearchEntry::Kind::Lesson: return SearchBox::tr("lesson");
    case SearchEntry::Kind::Card: return SearchBox::tr("card of a lesson");
    case SearchEntry::Kind::Lab: return SearchBox::tr("lab");
    case SearchEntry::Kind::Preset: return SearchBox::tr("preset");
    case SearchEntry::Kind::Field: return SearchBox::tr("setting");
    case SearchEntry::Kind::Page: return SearchBox::tr("page");
    case SearchEntry::Kind::Term: return SearchBox::tr("term");
    case SearchEntry::Kind::Command: return SearchBox::tr("command");
    case SearchEntry::Kind::File: return SearchBox::tr("file");
    }
    return {};
}

} // namespace ampscope::ui
