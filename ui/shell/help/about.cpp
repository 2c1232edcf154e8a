#include "ui/shell/help/about.h"

#include <CLI/Version.hpp>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSysInfo>
#include <QTextBrowser>
#include <QToolTip>
#include <boost/version.hpp>
#include <fmt/core.h>
#include <nlohmann/detail/abi_macros.hpp>
#include <string_view>

#include "core/hardware/machine.h"
#include "core/io/module_file.h"
#include "core/record/store/database.h"
#include "core/train/libtorch.h"
#include "core/version.h"
#include "ui/bridge/language.h"
#include "ui/plot/qcp_version.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

// Made by the build from the files themselves.
std::string_view program_licence();
std::string_view other_licences();

namespace {

QString dotted(int major, int minor, int patch) {
    return QString("%1.%2.%3").arg(major).arg(minor).arg(patch);
}

QString libTorchInUse() {
    const train::LibTorchSearch search = train::find_libtorch();
    if (search.found)
        return AboutDialog::tr("%1, in %2")
            .arg(QString::fromStdString(search.found->version),
                 QDir::toNativeSeparators(QString::fromStdString(search.found->folder)));
    return search.unfit.empty() ? AboutDialog::tr("none found") : say(train::unfit_message(search.unfit.front()));
}

QString place(const QString& folder) {
    return folder.isEmpty() ? AboutDialog::tr("none") : QDir::toNativeSeparators(folder);
}

QString plainHtml(std::string_view text) {
    return "<pre style=\"white-space: pre-wrap\">" +
           QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toHtmlEscaped() + "</pre>";
}

} // namespace

QList<std::pair<QString, QString>> programDetails(const QString& dataFolder, const QString& lessonsFolder) {
    const hardware::Machine machine = hardware::read_machine();
    const QString sqlite = QString::fromStdString(record::sqlite_version());
    const bool has_cuda =
        io::open_module("ampscope_cuda", "AMPSCOPE_CUDA_MODULE", "ampscope_cuda_device").address != nullptr;
    constexpr double kGigabyte = 1e9;
    return {
        {QStringLiteral("ampscope"), QString::fromUtf8(kVersion)},
        {QStringLiteral("LibTorch"), libTorchInUse()},
        {AboutDialog::tr("built with LibTorch"),
         *kLibTorchVersion ? QString::fromUtf8(kLibTorchVersion) : AboutDialog::tr("none")},
        {AboutDialog::tr("CUDA module"), has_cuda ? AboutDialog::tr("there") : AboutDialog::tr("none")},
        {QStringLiteral("Qt"), QString::fromUtf8(qVersion())},
        {QStringLiteral("QCustomPlot"), plotLibraryVersion()},
        {QStringLiteral("SQLite"), sqlite.isEmpty() ? AboutDialog::tr("none") : sqlite},
        {QStringLiteral("Boost.Multiprecision"),
         dotted(BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
        {QStringLiteral("fmt"), dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {QStringLiteral("nlohmann-json"),
         dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
        {QStringLiteral("CLI11"), QStringLiteral(CLI11_VERSION)},
        {AboutDialog::tr("data folder"), place(dataFolder)},
        {AboutDialog::tr("lessons"), place(lessonsFolder)},
        {AboutDialog::tr("system"), QSysInfo::prettyProductName() + ", " + QSysInfo::currentCpuArchitecture()},
        {AboutDialog::tr("processor"),
         QString("%1, %2").arg(QString::fromStdString(machine.cpu), AboutDialog::tr("cores: %1").arg(machine.cores))},
        {AboutDialog::tr("memory"),
         QString("%1 GB").arg(static_cast<double>(machine.memory_bytes) / kGigabyte, 0, 'f', 1)},
    };
}

AboutDialog::AboutDialog(const QString& dataFolder, const QString& lessonsFolder, QWidget* parent)
    : QDialog(parent),
      m_dataFolder(dataFolder),
      m_lessonsFolder(lessonsFolder),
      m_view("about"),
      m_text(new QTextBrowser) {
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* tabs = new QHBoxLayout;
    tabs->setSpacing(kSpace);
    for (const char* view : {"about", "licence", "licences"}) {
        auto* tab = new QPushButton;
        tab->setCheckable(true);
        tab->setAutoDefault(false);
        tab->setObjectName(view);
        connect(tab, &QPushButton::clicked, this, [this, view = QString(view)] { showView(view); });
        tabs->addWidget(tab);
        m_tabs << tab;
    }
    tabs->addStretch(1);
    auto *copy = new QPushButton, *close = new QPushButton;
    copy->setAutoDefault(false);
    close->setProperty("role", "primary");
    close->setDefault(true);
    connect(copy, &QPushButton::clicked, this, [this, copy] {
        QString all;
        for (const auto& [name, value] : programDetails(m_dataFolder, m_lessonsFolder))
            all += name + ": " + value + "\n";
        QGuiApplication::clipboard()->setText(all);
        QToolTip::showText(copy->mapToGlobal(QPoint(0, -copy->height())), tr("Copied"), copy);
    });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* foot = new QHBoxLayout;
    foot->addWidget(copy);
    foot->addStretch(1);
    foot->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(2 * kSpace);
    layout->addLayout(tabs);
    layout->addWidget(m_text, 1);
    layout->addLayout(foot);
    translated(this, [this, copy, close] {
        setWindowTitle(tr("About ampscope"));
        m_tabs[0]->setText(tr("About"));
        m_tabs[1]->setText(tr("Licence of ampscope"));
        m_tabs[2]->setText(tr("What it is built on"));
        m_text->setAccessibleName(windowTitle());
        copy->setText(tr("Copy details"));
        copy->setToolTip(tr("Versions, folders and this machine as text, for a report of a defect"));
        close->setText(tr("Close"));
        close->setToolTip(tr("Close (Escape)"));
        showView(m_view);
    });
    const auto fit = [this] {
        const QSize room = parentWidget() ? parentWidget()->size() - QSize(40, 40) : QSize(1240, 680);
        resize(std::min(qRound(scaled(760)), room.width()), std::min(qRound(scaled(680)), room.height()));
        showView(m_view);
    };
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, fit);
    fit();
}

bool AboutDialog::showView(const QString& view) {
    for (auto* tab : m_tabs)
        tab->setChecked(tab->objectName() == view);
    m_view = view;
    m_text->document()->setDefaultFont(view == "about" ? textFont(scaled(kChromePixels))
                                                       : monoFont(scaled(kTickPixels)));
    if (view == "about")
        m_text->setHtml(aboutHtml());
    else if (view == "licence")
        m_text->setHtml(plainHtml(program_licence()));
    else if (view == "licences")
        m_text->setHtml(plainHtml(other_licences()));
    else
        return false;
    return true;
}

QString AboutDialog::aboutHtml() const {
    const QString muted = theme().color(Token::Muted).name();
    QString rows;
    const auto details = programDetails(m_dataFolder, m_lessonsFolder);
    for (const auto& [name, value] : details.mid(1)) // the first is the heading
        rows +=
            QString("<tr><td style=\"color:%1; padding: 2px 24px 2px 0\">%2</td><td style=\"padding: 2px 0\">%3</td>"
                    "</tr>")
                .arg(muted, name.toHtmlEscaped(), value.toHtmlEscaped());
    return QString("<p><b style=\"font-size:%1px\">ampscope %2</b></p><p>%3</p><p>%4</p><table "
                   "style=\"margin-top:10px\">%5</table>")
        .arg(qRound(scaled(kTitlePixels)))
        .arg(QString::fromUtf8(kVersion),
             tr("An oscilloscope for automatic mixed precision. Free software under the GNU General Public License, "
                "version 3 or later; without any warranty.")
                 .toHtmlEscaped(),
             tr("Nothing leaves this machine: no account, no statistics, no network, unless you ask for LibTorch to be "
                "fetched.")
                 .toHtmlEscaped(),
             rows);
}

} // namespace ampscope::ui
