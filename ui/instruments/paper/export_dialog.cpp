#include "ui/instruments/paper/export_dialog.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStandardPaths>

#include "core/io/file.h"
#include "core/text/failure.h"
#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/instrument.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

constexpr FileFormat kFormats[] = {FileFormat::Png, FileFormat::Svg, FileFormat::Pdf, FileFormat::Csv};
constexpr int kPreviewMilliseconds = 150;
enum RangeChoice { kWhole, kOnScreen, kFromTo };

struct SizePreset {
    double width, height; ///< mm; 0: as it is drawn
};
constexpr SizePreset kPresets[] = {{160, 100}, {85, 60}, {254, 143}, {0, 0}};

} // namespace

/// The page as it will be, on grey ground.
class PaperPreview : public QWidget {
  public:
    using QWidget::QWidget;
    void show(const QImage& image) {
        m_image = image;
        update();
    }
    QSize sizeHint() const override { return {480, 420}; }
    /// Pixels that the page may take.
    QSize room() const { return (size() - QSize(24, 24)).expandedTo({50, 50}) * devicePixelRatioF(); }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), theme().color(Token::Hairline));
        if (m_image.isNull()) return;
        QRectF page(QPointF(0, 0), QSizeF(m_image.size()) / devicePixelRatioF());
        page.moveCenter(QRectF(rect()).center());
        painter.drawImage(page, m_image);
    }

  private:
    QImage m_image;
};

std::function<QString(QWidget*, const QString&)> ExportDialog::askForFolder = [](QWidget* parent, const QString& now) {
    return QFileDialog::getExistingDirectory(parent, {}, now);
};

ExportDialog::ExportDialog(Instrument& instrument, Maker make, QWidget* parent)
    : QDialog(parent),
      m_instrument(&instrument),
      m_make(make ? std::move(make) : [&instrument] { return instrument.exhibit(); }) {
    setObjectName("exportDialog");
    build(ExportSettings::load());
    m_soon.setSingleShot(true);
    m_soon.setInterval(kPreviewMilliseconds);
    connect(&m_soon, &QTimer::timeout, this, &ExportDialog::showPreview);
    connect(&instrument, &QObject::destroyed, this, &QDialog::reject);
    translated(this, [this] { nameEverything(); });
    fillDefaults();
    changed();
}

// --- the form

ExportDialog::RangeRow ExportDialog::makeRange() {
    RangeRow row{new ComboBox(this), new QLineEdit(this), new QLineEdit(this)};
    row.choice->addItems({"", "", ""});
    for (auto* end : {row.from, row.to}) {
        end->setMaximumWidth(qRound(scaled(90)));
        end->setEnabled(false);
        connect(end, &QLineEdit::textChanged, this, &ExportDialog::changed);
    }
    connect(row.choice, &QComboBox::currentIndexChanged, this, [this, row](int choice) {
        row.from->setEnabled(choice == kFromTo);
        row.to->setEnabled(choice == kFromTo);
        changed();
    });
    return row;
}

void ExportDialog::build(const ExportSettings& settings) {
    m_preview = new PaperPreview(this);
    m_preview->setMinimumSize(280, 220);
    m_folder = new QLineEdit(settings.folder, this);
    m_pattern = new QLineEdit(settings.pattern, this);
    m_browse = new QPushButton(QStringLiteral("…"), this);
    m_browse->setAutoDefault(false);
    m_files = new QLabel(this);
    m_files->setProperty("role", "muted");
    m_files->setWordWrap(true);
    m_preset = new ComboBox(this);
    m_preset->addItems({"", "", "", "", ""});
    m_width = new QDoubleSpinBox(this);
    m_height = new QDoubleSpinBox(this);
    for (auto* side : {m_width, m_height}) {
        side->setRange(kLeastMillimetres, kMostMillimetres);
        side->setDecimals(1);
        side->setLocale(QLocale::c());
        side->setSuffix(" mm");
        side->setButtonSymbols(QAbstractSpinBox::NoButtons);
    }
    m_width->setValue(settings.millimetres.width());
    m_height->setValue(settings.millimetres.height());
    m_dpi = new QSpinBox(this);
    m_dpi->setRange(kLeastDpi, kMostDpi);
    m_dpi->setValue(settings.dpi);
    m_dpi->setSuffix(" dpi");
    m_dpi->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_title = new QLineEdit(this);
    m_xTitle = new QLineEdit(this);
    m_yTitle = new QLineEdit(this);
    m_name = new QLineEdit(settings.name, this);
    m_language = new ComboBox(this);
    m_language->addItem({}, QString());
    m_language->addItem(QStringLiteral("한국어"), "ko");
    m_language->addItem("English", "en");
    m_language->setCurrentIndex(std::max(0, m_language->findData(settings.language)));
    const auto check = [&](bool on) {
        auto* box = new QCheckBox(this);
        box->setChecked(on);
        connect(box, &QCheckBox::toggled, this, &ExportDialog::changed);
        return box;
    };
    for (const auto format : kFormats) {
        m_formats << check(std::ranges::find(settings.formats, format) != settings.formats.end());
        m_formats.last()->setText(fileEnding(format).toUpper());
    }
    m_caption = check(settings.caption);
    m_outlines = check(settings.outlines);
    m_bom = check(settings.bom);
    m_visibleRows = check(settings.visibleRows);
    m_grey = check(settings.grey);
    m_x = makeRange();
    m_y = makeRange();
    m_problem = new QLabel(this);
    m_problem->setProperty("role", "error");
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_progress = new QProgressBar(this);
    m_progress->hide();
    m_save = new QPushButton(this);
    m_save->setProperty("role", "primary");
    m_save->setDefault(true);
    m_cancel = new QPushButton(this);
    m_cancel->setAutoDefault(false);

    for (auto* line : {m_folder, m_pattern, m_title, m_xTitle, m_yTitle, m_name})
        connect(line, &QLineEdit::textChanged, this, &ExportDialog::changed);
    for (auto* side : {m_width, m_height})
        connect(side, &QDoubleSpinBox::valueChanged, this, [this] {
            const QSizeF size(m_width->value(), m_height->value());
            int preset = static_cast<int>(std::size(kPresets)); // of one's own
            for (int i = 0; i + 1 < static_cast<int>(std::size(kPresets)); ++i)
                if (QSizeF(kPresets[i].width, kPresets[i].height) == size) preset = i;
            const QSignalBlocker quiet(m_preset);
            m_preset->setCurrentIndex(preset);
            changed();
        });
    connect(m_dpi, &QSpinBox::valueChanged, this, &ExportDialog::changed);
    connect(m_preset, &QComboBox::currentIndexChanged, this, [this](int index) {
        const bool own = index >= static_cast<int>(std::size(kPresets));
        const bool drawn = !own && kPresets[index].width == 0;
        if (!own && !drawn) {
            const QSignalBlocker quiet_width(m_width), quiet_height(m_height);
            m_width->setValue(kPresets[index].width);
            m_height->setValue(kPresets[index].height);
        }
        showSize(!drawn);
        changed();
    });
    connect(m_language, &QComboBox::currentIndexChanged, this, [this] {
        fillDefaults();
        changed();
    });
    connect(m_browse, &QPushButton::clicked, this, [this] {
        const QString folder = askForFolder(this, m_folder->text());
        if (!folder.isEmpty()) m_folder->setText(folder);
    });
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (save()) accept();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_isBusy)
            cancel();
        else
            reject();
    });
    if (m_folder->text().isEmpty())
        m_folder->setText(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));

    auto* form_widget = new QWidget;
    auto* form = m_form = new QFormLayout(form_widget);
    form->setContentsMargins(0, 0, 16, 0);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto row = [&](std::function<QString()> words, const QList<QWidget*>& fields) {
        auto* label = new QLabel(form_widget);
        if (words) m_labels.emplace_back(label, std::move(words));
        auto* line = new QHBoxLayout;
        for (auto* field : fields)
            line->addWidget(field, qobject_cast<QLineEdit*>(field) || field == m_files ? 1 : 0);
        if (!qobject_cast<QLineEdit*>(fields.first()) && fields.first() != m_files) line->addStretch(1);
        label->setBuddy(fields.first());
        form->addRow(label, line);
        return form->rowCount() - 1;
    };
    QList<QWidget*> boxes;
    for (auto* box : std::as_const(m_formats))
        boxes << box;
    row([] { return tr("Formats"); }, boxes);
    row([] { return tr("Folder"); }, {m_folder, m_browse});
    row([] { return tr("Name of the file"); }, {m_pattern});
    row({}, {m_files});
    row([] { return tr("Size"); }, {m_preset});
    m_times = new QLabel(QStringLiteral("×"), this);
    row({}, {m_width, m_times, m_height, m_dpi});
    row([] { return tr("Title"); }, {m_title});
    m_axisRows << row([] { return tr("Title of x"); }, {m_xTitle});
    m_axisRows << row([] { return tr("Title of y"); }, {m_yTitle});
    m_rangeRows << row([] { return tr("Range of x"); }, {m_x.choice, m_x.from, m_x.to});
    m_rangeRows << row([] { return tr("Range of y"); }, {m_y.choice, m_y.from, m_y.to});
    row([] { return tr("Language"); }, {m_language});
    row([] { return tr("Your name"); }, {m_name});
    for (auto* box : {m_caption, m_outlines, m_bom, m_visibleRows, m_grey})
        form->addRow(new QLabel(form_widget), box);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(form_widget);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_progress, 1);
    buttons->addStretch(0);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    auto* right = new QVBoxLayout;
    right->addWidget(scroll, 1);
    right->addWidget(m_problem);
    right->addLayout(buttons);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addWidget(m_preview, 1);
    layout->addLayout(right);
    m_scroll = scroll;
    resize(qRound(scaled(1080)), qRound(scaled(700)));
}

// Every word of the dialog, and what a screen reader says of each control.
void ExportDialog::nameEverything() {
    setWindowTitle(tr("Export"));
    m_preview->setAccessibleName(tr("Preview of the print"));
    for (auto& [label, words] : m_labels)
        label->setText(words());
    for (auto* box : std::as_const(m_formats))
        box->setAccessibleName(tr("Write a file of format %1").arg(box->text()));
    const auto name = [](QWidget* control, const QString& spoken, const QString& help = {}) {
        control->setAccessibleName(spoken);
        control->setToolTip(help.isEmpty() ? spoken : help);
    };
    name(m_folder, tr("Folder of the files"));
    name(m_browse, tr("Choose a folder"));
    name(m_pattern, tr("Name of the file"),
         tr("{plot}, {scenario}, {seed} and {precision} become those of the figure. The pattern is kept."));
    const QStringList presets = {tr("Page: 160 × 100 mm"), tr("Column: 85 × 60 mm"), tr("Slide: 254 × 143 mm"),
                                 tr("As it is drawn"), tr("A size of your own")};
    for (int i = 0; i < presets.size(); ++i)
        m_preset->setItemText(i, presets[i]);
    name(m_preset, tr("Size"));
    name(m_width, tr("Width in millimetres"));
    name(m_height, tr("Height in millimetres"));
    name(m_dpi, tr("Dots per inch of the PNG"));
    name(m_title, tr("Title"));
    name(m_xTitle, tr("Title of x"));
    name(m_yTitle, tr("Title of y"));
    const auto nameRange = [&](const RangeRow& row, const QString& spoken) {
        const QStringList choices = {tr("whole"), tr("as on screen"), tr("from – to")};
        for (int i = 0; i < choices.size(); ++i)
            row.choice->setItemText(i, choices[i]);
        name(row.choice, spoken);
        name(row.from, tr("%1, from").arg(spoken), tr("A number: 100, 1e-3, 2^10"));
        name(row.to, tr("%1, to").arg(spoken), tr("A number: 100, 1e-3, 2^10"));
    };
    nameRange(m_x, tr("Range of x"));
    nameRange(m_y, tr("Range of y"));
    m_language->setItemText(0, tr("as in the window"));
    name(m_language, tr("Language of the figure"));
    name(m_name, tr("Your name"), tr("A line below the caption; kept for the next time"));
    m_caption->setText(tr("Caption: settings, seed, machine, where the numbers come from"));
    m_outlines->setText(tr("Letters as shapes (SVG, PDF)"));
    m_outlines->setToolTip(tr("For readers that do not have the fonts. The text can then not be searched."));
    m_bom->setText(tr("CSV with a UTF-8 mark"));
    m_bom->setToolTip(tr("Some spreadsheets show Korean letters right only with it"));
    m_visibleRows->setText(tr("CSV: only the range of x"));
    m_grey->setText(tr("Show the preview in grey"));
    for (auto* box : {m_caption, m_outlines, m_bom, m_visibleRows, m_grey})
        box->setAccessibleName(box->text());
    m_progress->setAccessibleName(tr("Files written"));
    m_cancel->setText(tr("Cancel"));
    m_save->setMinimumWidth(0);
    int widest = 0; // no button jumps under the pointer
    for (const QString& words : {tr("Replace"), tr("Save")}) {
        m_save->setText(words);
        widest = std::max(widest, m_save->sizeHint().width());
    }
    m_save->setMinimumWidth(widest);
    m_save->setText(m_mayReplace ? tr("Replace") : tr("Save"));
    m_scroll->setMinimumWidth(m_scroll->widget()->sizeHint().width() + 12); // words are never cut
}

// What the figure says by itself stands in the fields until something is typed there.
void ExportDialog::fillDefaults() {
    try {
        withExhibit([this](const Exhibit& exhibit) {
            const Figure* figure = exhibit.figure();
            m_isDrawing = figure == nullptr;
            m_hasAxes = figure && figure->rows.rows.empty();
            m_alongX = figure && hasRowsAlongX(*figure);
            m_title->setPlaceholderText(exhibit.title());
            m_xTitle->setPlaceholderText(figure ? figure->x.title : QString());
            m_yTitle->setPlaceholderText(figure ? figure->y.title : QString());
            const auto ends = [](const RangeRow& row, const std::optional<AxisRange>& range, const Axis& axis) {
                if (!range || !row.from->text().isEmpty()) return;
                const QSignalBlocker quiet_from(row.from), quiet_to(row.to);
                row.from->setText(axisText(axis, range->first));
                row.to->setText(axisText(axis, range->second));
            };
            if (!m_hasAxes) return;
            ends(m_x, exhibit.screenX, figure->x);
            ends(m_y, exhibit.screenY, figure->y);
        });
    } catch (const text::Error& error) {
        showProblem(say(error));
    }
    for (const int row : std::as_const(m_axisRows))
        m_form->setRowVisible(row, !m_isDrawing);
    for (const int row : std::as_const(m_rangeRows))
        m_form->setRowVisible(row, m_hasAxes);
    if (!m_hasAxes)
        for (const auto& range : {m_x, m_y})
            range.choice->setCurrentIndex(kWhole);
    m_form->setRowVisible(m_visibleRows, m_alongX);
    // Drawings have a size of their own, figures take any.
    if (m_preset->currentIndex() == 0 || !m_isDrawing) {
        const QSignalBlocker quiet(m_preset);
        int preset = static_cast<int>(std::size(kPresets));
        for (int i = 0; i < static_cast<int>(std::size(kPresets)); ++i)
            if (kPresets[i].width == m_width->value() && kPresets[i].height == m_height->value()) preset = i;
        if (m_isDrawing) preset = 3;
        m_preset->setCurrentIndex(preset);
        showSize(!m_isDrawing || preset != 3);
    }
}

void ExportDialog::showSize(bool shown) {
    for (QWidget* part :
         {static_cast<QWidget*>(m_width), static_cast<QWidget*>(m_times), static_cast<QWidget*>(m_height)})
        part->setVisible(shown);
}

// --- what is asked for

text::Language ExportDialog::language() const {
    return text::parse_language(m_language->currentData().toString().toStdString(),
                                LanguageSwitch::instance().language());
}

void ExportDialog::withExhibit(const std::function<void(const Exhibit&)>& use) {
    if (!m_instrument) return;
    const bool other = language() != LanguageSwitch::instance().language();
    const auto back = qScopeGuard([&] {
        if (other && m_instrument) m_instrument->refresh();
    });
    const LanguageLook look(language());
    use(m_make());
}

ExportSettings ExportDialog::settings() const {
    ExportSettings settings;
    settings.formats.clear();
    for (int i = 0; i < m_formats.size(); ++i)
        if (m_formats[i]->isChecked()) settings.formats.push_back(kFormats[i]);
    settings.millimetres = {m_width->value(), m_height->value()};
    settings.dpi = m_dpi->value();
    settings.caption = m_caption->isChecked();
    settings.outlines = m_outlines->isChecked();
    settings.bom = m_bom->isChecked();
    settings.visibleRows = m_visibleRows->isChecked();
    settings.grey = m_grey->isChecked();
    settings.language = m_language->currentData().toString();
    settings.name = m_name->text().trimmed();
    settings.pattern = m_pattern->text();
    settings.folder = m_folder->text();
    return settings;
}

std::optional<AxisRange> ExportDialog::rangeOf(const RangeRow& row, const Axis& axis,
                                               const std::optional<AxisRange>& screen) const {
    switch (row.choice->currentIndex()) {
    case kOnScreen: return screen;
    case kFromTo: return axisRange(axis, row.from->text() + ":" + row.to->text());
    default: return std::nullopt;
    }
}

ExportOptions ExportDialog::options(const Exhibit& exhibit) const {
    const ExportSettings chosen = settings();
    ExportOptions options;
    options.millimetres = chosen.millimetres;
    options.dpi = chosen.dpi;
    const int preset = m_preset->currentIndex();
    options.fitDrawing = preset >= static_cast<int>(std::size(kPresets)) || kPresets[std::max(0, preset)].width > 0;
    options.outlines = chosen.outlines;
    options.bom = chosen.bom;
    options.visibleRows = chosen.visibleRows;
    options.caption = chosen.caption;
    options.name = chosen.name;
    options.title = m_title->text().trimmed();
    options.xTitle = m_xTitle->text().trimmed();
    options.yTitle = m_yTitle->text().trimmed();
    if (const Figure* figure = exhibit.figure(); figure && m_hasAxes) {
        options.x = rangeOf(m_x, figure->x, exhibit.screenX);
        options.y = rangeOf(m_y, figure->y, exhibit.screenY);
    }
    const QSizeF pixels = pageSize(exhibit, options) * (options.dpi / 96.0);
    if (m_formats[0]->isChecked() && std::max(pixels.width(), pixels.height()) > kMaxPixels)
        throw text::bad_input("export.too_large",
                              {{"pixels", std::to_string(qRound(std::max(pixels.width(), pixels.height())))},
                               {"most", std::to_string(kMaxPixels)}});
    return options;
}

QStringList ExportDialog::paths() const {
    QStringList all;
    Exhibit words;
    if (m_instrument) {
        try {
            const_cast<ExportDialog*>(this)->withExhibit([&](const Exhibit& exhibit) {
                words.plot = exhibit.plot;
                words.scenario = exhibit.scenario;
                words.precision = exhibit.precision;
                words.seed = exhibit.seed;
            });
        } catch (const text::Error&) {
            words.plot = m_instrument->id();
        }
    }
    const QString name = fileNameOf(m_pattern->text(), words);
    for (const auto format : settings().formats)
        all << QDir(m_folder->text()).filePath(name + "." + fileEnding(format));
    return all;
}

// --- while it is open

void ExportDialog::changed() {
    m_mayReplace = false;
    m_save->setText(tr("Save"));
    m_save->setEnabled(!settings().formats.empty());
    m_soon.start();
}

void ExportDialog::showProblem(const QString& words) {
    m_problem->setText(words);
    m_problem->setVisible(!words.isEmpty());
}

QString ExportDialog::problem() const {
    return m_problem->text();
}

void ExportDialog::showPreview() {
    m_soon.stop();
    try {
        withExhibit([this](const Exhibit& exhibit) {
            QImage image = previewExhibit(exhibit, options(exhibit), m_preview->room());
            if (m_grey->isChecked()) image = image.convertToFormat(QImage::Format_Grayscale8);
            m_preview->show(image);
        });
        showProblem({});
    } catch (const text::Error& error) { // what is typed stays, and the picture of before with it
        showProblem(say(error));
    }
    QStringList names;
    for (const QString& path : paths())
        names << QFileInfo(path).fileName();
    m_files->setText(names.isEmpty() ? tr("Choose at least one format.") : names.join(", "));
}

void ExportDialog::setBusy(bool busy) {
    m_isBusy = busy;
    m_progress->setVisible(busy);
    m_save->setEnabled(!busy);
}

void ExportDialog::cancel() {
    m_isCancelled = true;
}

void ExportDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_isBusy) return cancel();
    QDialog::keyPressEvent(event);
}

bool ExportDialog::save() {
    const QStringList files = paths();
    const std::vector<FileFormat> formats = settings().formats;
    if (files.isEmpty() || m_isBusy) return false;
    QStringList there;
    for (const QString& path : files)
        if (QFileInfo::exists(path)) there << QFileInfo(path).fileName();
    if (!there.isEmpty() && !m_mayReplace) {
        showProblem(tr("Already there: %1. Replace?").arg(there.join(", ")));
        m_mayReplace = true;
        m_save->setText(tr("Replace"));
        return false;
    }
    showProblem({});
    setBusy(true);
    m_isCancelled = false;
    m_progress->setRange(0, static_cast<int>(files.size()));
    std::vector<io::FileContent> contents;
    bool done = false;
    try {
        // Everything is made before anything is written: all of the files come, or none.
        for (int i = 0; i < files.size() && !m_isCancelled; ++i) {
            m_progress->setValue(i);
            QCoreApplication::processEvents();
            withExhibit([&](const Exhibit& exhibit) {
                contents.push_back(
                    {files[i].toStdString(),
                     renderExhibit(exhibit, formats[static_cast<std::size_t>(i)], options(exhibit)).toStdString()});
            });
        }
        if (!m_isCancelled && m_instrument) {
            io::make_folder(m_folder->text().toStdString());
            io::write_files(contents);
            done = true;
        }
    } catch (...) { // memory for a large picture, too: the dialog must not stay busy
        showProblem(say(text::current_failure()));
    }
    setBusy(false);
    if (!done) return false;
    static_cast<void>(settings().save()); // a read-only home is no reason to refuse the figure
    Q_EMIT m_instrument->noticed(tr("Saved: %1").arg(files.join(", ")));
    return true;
}

void openExportDialog(Instrument& instrument, ExportDialog::Maker make) {
    try {
        static_cast<void>(make ? make() : instrument.exhibit());
    } catch (const text::Error& error) {
        Q_EMIT instrument.noticed(say(error));
        return;
    }
    auto* dialog = new ExportDialog(instrument, std::move(make), instrument.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace ampscope::ui
