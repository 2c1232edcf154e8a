#include "ui/instruments/claims/claims_view.h"

#include <QBuffer>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPdfWriter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <array>

#include "core/io/file.h"
#include "ui/bridge/language.h"
#include "ui/instruments/claims/claims_html.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using lesson::ClaimResult;
using lesson::ClaimVerdict;

namespace {

constexpr int kIdRole = Qt::UserRole;
constexpr int kNarrow = 900; ///< below it the claim stands under the list
constexpr std::array kVerdicts = {ClaimVerdict::Holds, ClaimVerdict::Conditional, ClaimVerdict::Fails,
                                  ClaimVerdict::Untestable, ClaimVerdict::Unmeasured};

std::vector<std::string> standard(const QStringList& ids) {
    std::vector<std::string> all;
    for (const QString& id : ids)
        all.push_back(id.toStdString());
    return all;
}

text::Language language() {
    return LanguageSwitch::instance().language();
}

} // namespace

ClaimsView::ClaimsView(QWidget* parent)
    : Instrument("claims", parent),
      m_filter(new QLineEdit),
      m_group(new QComboBox),
      m_verdict(new QComboBox),
      m_testAll(new QPushButton),
      m_testOne(new QPushButton),
      m_stop(new QPushButton),
      m_lesson(new QPushButton),
      m_export(new QPushButton),
      m_progress(new QProgressBar),
      m_state(new QLabel),
      m_summary(new QLabel),
      m_list(new QTreeWidget),
      m_detail(new QTextBrowser),
      m_sides(new QSplitter) {
    build();
    auto& tester = ClaimTester::instance();
    connect(m_filter, &QLineEdit::textChanged, this, &ClaimsView::refill);
    connect(m_filter, &QLineEdit::textChanged, this, &ClaimsView::filterChanged);
    connect(m_group, &QComboBox::currentIndexChanged, this, &ClaimsView::refill);
    connect(m_group, &QComboBox::currentIndexChanged, this, &ClaimsView::filterChanged);
    connect(m_verdict, &QComboBox::currentIndexChanged, this, &ClaimsView::refill);
    connect(m_verdict, &QComboBox::currentIndexChanged, this, &ClaimsView::filterChanged);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        const QString id = item ? item->data(0, kIdRole).toString() : QString();
        if (!item || id == m_chosen) return;
        m_chosen = id;
        refreshDetail();
    });
    connect(m_testAll, &QPushButton::clicked, this, &ClaimsView::testShown);
    connect(m_testOne, &QPushButton::clicked, this, &ClaimsView::testChosen);
    connect(m_stop, &QPushButton::clicked, &tester, &ClaimTester::cancel);
    connect(m_export, &QPushButton::clicked, this, &ClaimsView::askAndExport);
    connect(m_lesson, &QPushButton::clicked, this, [this] {
        const auto* result = ClaimTester::instance().result(m_chosen.toStdString());
        if (result) Q_EMIT lessonAsked(QString::fromStdString(result->claim->lesson));
    });
    connect(&tester, &ClaimTester::changed, this, &ClaimsView::refreshResults);
    connect(&tester, &ClaimTester::progressed, this, &ClaimsView::refreshProgress);
    connect(&tester, &ClaimTester::failed, this, [this](const text::Error& error) {
        if (isVisible()) Q_EMIT noticed(say(error));
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, &ClaimsView::refill);
    translated(this, [this] { refreshWords(); });
}

void ClaimsView::build() {
    m_filter->setClearButtonEnabled(true);
    m_testAll->setProperty("role", "primary");
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setFixedWidth(110);
    m_state->setProperty("role", "muted");
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    m_list->setObjectName("claimList");
    m_list->setHeaderHidden(true);
    m_list->setColumnCount(2);
    m_list->setRootIsDecorated(false);
    m_list->setIndentation(qRound(scaled(6)));
    m_list->setUniformRowHeights(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_detail->setOpenLinks(false);
    connect(m_detail, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { choose(link.path()); });

    auto* tools = new QHBoxLayout;
    tools->setSpacing(kSpace);
    tools->addWidget(m_filter, 1);
    tools->addWidget(m_group);
    tools->addWidget(m_verdict);
    tools->addWidget(m_testAll);
    auto* below = new QHBoxLayout;
    below->setSpacing(kSpace);
    below->addWidget(m_summary, 1);
    below->addWidget(m_state);
    below->addWidget(m_progress);
    below->addWidget(m_stop);
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(2 * kSpace, 0, 0, 0);
    column->setSpacing(kSpace);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(kSpace);
    buttons->addWidget(m_testOne);
    buttons->addWidget(m_lesson);
    buttons->addStretch(1);
    buttons->addWidget(m_export);
    column->addWidget(m_detail, 1);
    column->addLayout(buttons);
    m_sides->addWidget(m_list);
    m_sides->addWidget(side);
    m_sides->setStretchFactor(0, 1);
    m_sides->setStretchFactor(1, 1);
    m_sides->setChildrenCollapsible(false);
    body()->setSpacing(kSpace);
    body()->addLayout(tools);
    body()->addLayout(below);
    body()->addWidget(m_sides, 1);
    m_progress->hide();
    m_stop->hide();
}

// --- words

void ClaimsView::refreshWords() {
    setTitle(tr("The chapters' claims, tested"));
    m_filter->setPlaceholderText(tr("Find in sentences and lines"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_testAll->setText(tr("Test what is shown"));
    m_testAll->setToolTip(
        tr("Runs what the claims in the list need, one run after another. Leaving this page stops it: "
           "another training beside it would spoil the times."));
    m_testOne->setText(tr("Test this one"));
    m_testOne->setToolTip(tr("Runs it, or runs it again"));
    m_stop->setText(tr("Stop"));
    m_lesson->setText(tr("Open its lesson"));
    m_export->setText(tr("Report …"));
    m_export->setToolTip(tr("Saves what the list shows as HTML, Markdown or PDF"));
    m_progress->setAccessibleName(tr("Testing"));
    menu()->clear();
    menu()->addAction(m_testAll->text(), this, &ClaimsView::testShown);
    menu()->addAction(m_export->text(), this, &ClaimsView::askAndExport);
    m_list->setAccessibleName(tr("Claims"));
    m_detail->setAccessibleName(tr("The chosen claim"));
    {
        const QSignalBlocker group_quiet(m_group), verdict_quiet(m_verdict);
        const int group = std::max(0, m_group->currentIndex()), verdict = std::max(0, m_verdict->currentIndex());
        m_group->clear();
        m_group->addItems({tr("By chapter"), tr("Where the chapters differ")});
        m_group->setCurrentIndex(group);
        m_group->setAccessibleName(tr("Order"));
        m_verdict->clear();
        m_verdict->addItem(tr("Every result"));
        for (const auto each : kVerdicts)
            m_verdict->addItem(say(verdict_message(each)));
        m_verdict->setCurrentIndex(verdict);
        m_verdict->setAccessibleName(tr("Results shown"));
    }
    refill();
    refreshProgress();
}

// --- the list

bool ClaimsView::passes(const ClaimResult& result) const {
    const int verdict = m_verdict->currentIndex();
    if (verdict > 0 && result.verdict != kVerdicts[static_cast<std::size_t>(verdict - 1)]) return false;
    const QString wanted = m_filter->text().trimmed();
    if (wanted.isEmpty()) return true;
    const auto& claim = *result.claim;
    const std::string sentence = ClaimTester::instance().ledger()->sentence(claim.id, language());
    for (const auto& text : {sentence, claim.id, lesson::lines_text(claim)})
        if (QString::fromStdString(text).contains(wanted, Qt::CaseInsensitive)) return true;
    return false;
}

void ClaimsView::addClaim(QTreeWidgetItem* section, const ClaimResult& result) {
    auto* item = new QTreeWidgetItem(section);
    const QString sentence =
        QString::fromStdString(ClaimTester::instance().ledger()->sentence(result.claim->id, language()));
    item->setData(0, kIdRole, QString::fromStdString(result.claim->id));
    item->setText(1, QString("%1   %2").arg(QString::fromStdString(lesson::lines_text(*result.claim)), sentence));
    item->setToolTip(1, sentence);
    showVerdict(item);
}

void ClaimsView::showVerdict(QTreeWidgetItem* item) {
    const auto* result = ClaimTester::instance().result(item->data(0, kIdRole).toString().toStdString());
    if (!result) return;
    const QString word = say(verdict_message(result->verdict));
    item->setText(0, verdictMark(result->verdict) + "  " + word);
    item->setForeground(0, verdictColor(result->verdict));
    item->setData(1, Qt::AccessibleTextRole, item->text(1) + ": " + word);
}

void ClaimsView::refill() {
    auto& tester = ClaimTester::instance();
    const QString before = m_chosen;
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        const auto* ledger = tester.ledger();
        const auto section = [this](const QString& title) {
            auto* item = new QTreeWidgetItem(m_list, {title});
            item->setFirstColumnSpanned(true);
            item->setFlags(Qt::ItemIsEnabled);
            QFont font = textFont(scaled(kChromePixels), QFont::DemiBold);
            item->setFont(0, font);
            return item;
        };
        if (ledger && m_group->currentIndex() == 0) {
            QTreeWidgetItem* chapter = nullptr;
            std::string name;
            for (const auto& result : tester.results()) {
                if (!passes(result)) continue;
                if (!chapter || result.claim->chapter != name) {
                    name = result.claim->chapter;
                    chapter = section(say("claims.chapter", {{"chapter", name}}));
                }
                addClaim(chapter, result);
            }
        } else if (ledger) {
            for (const auto& each : ledger->contradictions) {
                QTreeWidgetItem* group = nullptr;
                for (const auto& id : each.claims) {
                    const auto* result = tester.result(id);
                    if (!result || !passes(*result)) continue;
                    if (!group) group = section(QString::fromStdString(ledger->sentence(each.id, language())));
                    addClaim(group, *result);
                }
            }
        }
        m_list->expandAll();
    }
    m_chosen.clear();
    choose(shown().contains(before) ? before : shown().value(0));
    refreshResults();
}

QStringList ClaimsView::shown() const {
    QStringList ids;
    for (int s = 0; s < m_list->topLevelItemCount(); ++s)
        for (int i = 0; i < m_list->topLevelItem(s)->childCount(); ++i) {
            const QString id = m_list->topLevelItem(s)->child(i)->data(0, kIdRole).toString();
            if (!ids.contains(id)) ids << id;
        }
    return ids;
}

void ClaimsView::choose(const QString& claimId) {
    for (int s = 0; s < m_list->topLevelItemCount(); ++s)
        for (int i = 0; i < m_list->topLevelItem(s)->childCount(); ++i)
            if (auto* item = m_list->topLevelItem(s)->child(i); item->data(0, kIdRole).toString() == claimId) {
                m_list->setCurrentItem(item);
                m_list->scrollToItem(item);
                if (m_chosen == claimId) return;
                m_chosen = claimId;
                return refreshDetail();
            }
    m_chosen.clear();
    refreshDetail();
}

void ClaimsView::setGroup(Group group) {
    m_group->setCurrentIndex(static_cast<int>(group));
}

void ClaimsView::setFilter(const QString& text, std::optional<ClaimVerdict> verdict) {
    int index = 0;
    for (std::size_t i = 0; verdict && i < kVerdicts.size(); ++i)
        if (kVerdicts[i] == *verdict) index = static_cast<int>(i) + 1;
    m_verdict->setCurrentIndex(index);
    m_filter->setText(text);
}

ClaimFilter ClaimsView::filter() const {
    return {m_filter->text(), m_verdict->currentIndex(), m_group->currentIndex()};
}

void ClaimsView::setFilter(const ClaimFilter& filter) {
    if (m_filter->text() != filter.text) m_filter->setText(filter.text); // it would move the cursor
    m_verdict->setCurrentIndex(filter.verdict);
    m_group->setCurrentIndex(filter.group);
}

// --- results

void ClaimsView::refreshResults() {
    auto& tester = ClaimTester::instance();
    for (int s = 0; s < m_list->topLevelItemCount(); ++s)
        for (int i = 0; i < m_list->topLevelItem(s)->childCount(); ++i)
            showVerdict(m_list->topLevelItem(s)->child(i));
    std::vector<const ClaimResult*> all;
    const QStringList ids = shown();
    for (const auto& result : tester.results())
        if (ids.contains(QString::fromStdString(result.claim->id))) all.push_back(&result);
    m_summary->setText(QString::fromStdString(lesson::summary(all, language())));
    if (all.empty())
        m_summary->setText(tester.error() ? say(*tester.error()) : tr("No claim is like that. Change the filter."));
    setAccessibleDescription(m_summary->text());
    refreshDetail();
}

void ClaimsView::refreshProgress() {
    const auto& tester = ClaimTester::instance();
    const bool running = tester.isRunning();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_progress, m_stop, m_state})
        widget->setVisible(running);
    m_testAll->setEnabled(!running);
    m_testOne->setEnabled(!running && !m_chosen.isEmpty());
    if (!running) return;
    m_progress->setRange(0, tester.all());
    m_progress->setValue(tester.done());
    m_state->setText(tr("run %1 of %2").arg(tester.done() + 1).arg(tester.all()));
    m_state->setToolTip(tester.runName());
}

void ClaimsView::testShown() {
    ClaimTester::instance().test(standard(shown()));
}

void ClaimsView::testChosen() {
    ClaimTester::instance().test({m_chosen.toStdString()});
}

// --- the chosen claim

void ClaimsView::refreshDetail() {
    auto& tester = ClaimTester::instance();
    const auto* result = tester.result(m_chosen.toStdString());
    m_lesson->setVisible(result && !result->claim->lesson.empty());
    m_testOne->setVisible(result && !result->claim->runs().empty());
    m_testOne->setEnabled(!tester.isRunning());
    const QString html = result ? claimHtml(*tester.ledger(), *result, tester.results()) : QString();
    if (html == m_detailHtml) return;
    // A result that arrives must not move the text away from under its reader.
    const bool is_same = m_chosen == m_detailOf;
    const int place = m_detail->verticalScrollBar()->value();
    m_detailHtml = html;
    m_detailOf = m_chosen;
    m_detail->setHtml(html);
    if (is_same) m_detail->verticalScrollBar()->setValue(place);
}

QString ClaimsView::detailText() const {
    return m_detail->toPlainText();
}

QWidget* ClaimsView::firstFocus() const {
    return m_list;
}

void ClaimsView::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    m_sides->setOrientation(width() < scaled(kNarrow) ? Qt::Vertical : Qt::Horizontal);
}

// --- out

void ClaimsView::askAndExport() {
    const QString path =
        PlotInstrument::askForFile(this, "claims.html", tr("Report (*.html);;Markdown (*.md);;PDF (*.pdf)"));
    if (!path.isEmpty()) exportTo(path);
}

static QByteArray pdfOf(const lesson::ClaimsReport& report) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setResolution(96);
    writer.setTitle(QString::fromStdString(text::render(text::Message{"claims.title", {}}, report.language)));
    QTextDocument document;
    document.setDefaultFont(textFont(12));
    document.setDefaultStyleSheet("td { padding-right: 10px; } .muted { color: #566274; }");
    document.setHtml("<body style='color:#1b2430'>" + QString::fromStdString(lesson::report_body(report)) + "</body>");
    document.print(&writer);
    return bytes;
}

bool ClaimsView::exportTo(const QString& path) {
    auto& tester = ClaimTester::instance();
    if (!tester.ledger()) return false;
    const auto report = tester.report(standard(shown()));
    try {
        if (path.endsWith(".pdf", Qt::CaseInsensitive)) {
            const QByteArray bytes = pdfOf(report);
            io::write_file(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        } else {
            const bool markdown = path.endsWith(".md", Qt::CaseInsensitive);
            io::write_file(path.toStdString(),
                           markdown ? lesson::report_markdown(report) : lesson::report_html(report));
        }
    } catch (const text::Error& error) {
        Q_EMIT noticed(say(error));
        return false;
    }
    return true;
}

} // namespace ampscope::ui
