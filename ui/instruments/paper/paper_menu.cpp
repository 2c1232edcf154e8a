#include "ui/instruments/paper/paper_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>

#include "core/io/csv.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/instrument.h"
#include "ui/instruments/paper/export_dialog.h"

namespace ampscope::ui {

namespace {

struct PaperMenu {
    Q_DECLARE_TR_FUNCTIONS(PaperMenu)
};

QString htmlTable(const TextTable& table) {
    const auto row = [](const QStringList& cells, const char* tag) {
        QString html = "<tr>";
        for (const QString& cell : cells)
            html += QString("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
        return html + "</tr>";
    };
    QString html = "<meta charset=\"utf-8\"><table>" + row(table.header, "th");
    for (const auto& cells : table.rows)
        html += row(cells, "td");
    return html + "</table>";
}

// They are copied to be pasted into spreadsheets.
TextTable withoutFormulas(TextTable table) {
    const auto disarm = [](QStringList& cells) {
        for (QString& cell : cells)
            cell = QString::fromStdString(io::without_formula(cell.toStdString()));
    };
    disarm(table.header);
    for (QStringList& row : table.rows)
        disarm(row);
    return table;
}

QString tabSeparated(const TextTable& table) {
    QStringList lines{table.header.join('\t')};
    for (const auto& row : table.rows)
        lines << row.join('\t');
    return lines.join('\n');
}

// Does `use` with what is there to show, or says why there is nothing.
void withExhibit(Instrument& instrument, const std::function<void(const Exhibit&)>& use) {
    try {
        use(instrument.exhibit());
    } catch (const text::Error& error) {
        Q_EMIT instrument.noticed(say(error));
    }
}

} // namespace

QMimeData* pictureForClipboard(const Exhibit& exhibit) {
    const QByteArray png = renderExhibit(exhibit, FileFormat::Png);
    auto* data = new QMimeData;
    data->setImageData(QImage::fromData(png));
    data->setData("image/png", png);
    data->setData("image/svg+xml", renderExhibit(exhibit, FileFormat::Svg));
    return data;
}

QMimeData* numbersForClipboard(const Exhibit& exhibit) {
    const TextTable numbers = withoutFormulas(numbersOf(exhibit));
    auto* data = new QMimeData;
    data->setText(tabSeparated(numbers));
    data->setData("text/csv", renderExhibit(exhibit, FileFormat::Csv));
    data->setHtml(htmlTable(numbers));
    return data;
}

void addPaperEntries(Instrument& instrument, QMenu& menu) {
    Instrument* self = &instrument;
    const auto copy = [&](const QString& title, const std::function<QMimeData*(const Exhibit&)>& make) {
        menu.addAction(title, self, [self, make] {
            withExhibit(*self,
                        [&](const Exhibit& exhibit) { QGuiApplication::clipboard()->setMimeData(make(exhibit)); });
        });
    };
    menu.addAction(PaperMenu::tr("Export …"), self, [self] { openExportDialog(*self); });
    menu.addSeparator();
    copy(PaperMenu::tr("Copy picture"), pictureForClipboard);
    copy(PaperMenu::tr("Copy numbers"), numbersForClipboard);
    copy(PaperMenu::tr("Copy caption"), [](const Exhibit& exhibit) {
        auto* data = new QMimeData;
        data->setText(exhibit.title() + '\n' + exhibit.caption());
        return data;
    });
}

} // namespace ampscope::ui
