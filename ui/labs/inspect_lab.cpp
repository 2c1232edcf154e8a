#include "ui/labs/inspect_lab.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStringListModel>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "core/io/file.h"
#include "core/io/numbers.h"
#include "core/tensorfile/example.h"
#include "ui/bridge/language.h"
#include "ui/instruments/elided_combo_box.h"
#include "ui/instruments/step/tensor_histogram.h"
#include "ui/instruments/tensor/tensor_tables.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/findings_text.h"
#include "ui/labs/undo_buttons.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using tensorfile::TensorFile;
using tensorfile::TensorReport;

namespace {

constexpr std::size_t kLargestLog = 64u << 20;
constexpr int kRescaleMilliseconds = 250;
constexpr int kSideWidth = 286;
constexpr int kMostUndoSteps = 60; ///< a step may hold a file open

QString fromCore(const std::string& text, std::size_t limit = 60) {
    return QString::fromStdString(text::one_line(text, limit));
}

bool hasEnding(const QString& path, std::initializer_list<const char*> endings) {
    for (const char* ending : endings)
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) return true;
    return false;
}
bool isLog(const QString& path) {
    return hasEnding(path, {".txt", ".log", ".jsonl", ".out"});
}

QString shapeText(const std::vector<std::uint64_t>& shape) {
    QStringList all;
    for (const auto dimension : shape)
        all << QString::number(dimension);
    return all.isEmpty() ? QStringLiteral("()") : all.join(QStringLiteral(" × "));
}

WorstTable::Lists listsOf(const TensorFile& file, const TensorReport& report) {
    const auto list = [&](const std::vector<tensorfile::Element>& elements) {
        std::vector<ListedElement> listed;
        for (const auto& element : elements) {
            QStringList index;
            for (const auto i : tensorfile::index_of(file.tensors()[element.tensor], element.place))
                index << QString::number(i);
            listed.push_back({QString(), "[" + index.join(", ") + "]",
                              QString::fromStdString(tensorfile::exact_text(file, element)), element.value,
                              element.stored, element.relative_error});
        }
        return listed;
    };
    WorstTable::Lists lists;
    const auto largest = list(report.largest_values), not_finite = list(report.not_finite);
    for (const auto& format : report.formats)
        lists.push_back({largest, list(format.worst), list(format.lost), not_finite});
    return lists;
}

diagnose::Diagnosis readLog(const std::string& content, const QString& path) {
    try {
        return diagnose::diagnose_log(diagnose::read_log(content));
    } catch (const text::Error& error) {
        throw error.with_source(path.toStdString());
    }
}

// A CSV with columns of losses or scales is a log; any other is judged by its numbers.
diagnose::Diagnosis diagnoseTable(const TensorFile& file, const diagnose::CheckpointOptions& options) {
    try {
        return diagnose::diagnose_log(diagnose::read_log(io::read_file(file.path(), kLargestLog)));
    } catch (const text::Error&) {
        return diagnose::diagnose_checkpoint(file, options);
    }
}

QString nameOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// What the command line is told for the same reading.
QStringList optionsOf(const tensorfile::OpenOptions& given) {
    QStringList options;
    if (given.decimal_comma)
        options << "--decimal"
                << "comma";
    if (given.raw_dtype) {
        options << "--dtype" << nameOf(tensorfile::dtype_name(*given.raw_dtype));
    }
    return options;
}

// The sentence inside "byte 20: …".
std::string innermost(const text::Message& message) {
    for (const auto& argument : message.arguments)
        if (const auto* inner = std::get_if<text::Message>(&argument.value); inner && argument.name == "problem")
            return innermost(*inner);
    return message.id;
}

} // namespace

std::function<QString(QWidget*, const QString&)> InspectLab::askForFile = [](QWidget* parent, const QString& filter) {
    return QFileDialog::getOpenFileName(parent, {}, {}, filter);
};

InspectLab::InspectLab(QWidget* parent)
    : Page(parent),
      m_job(new BackgroundJob(this)),
      m_fileText(new QLabel),
      m_message(new QLabel),
      m_ask(new QLabel),
      m_examples(new ElidedComboBox),
      m_open(new QPushButton),
      m_paste(new QPushButton),
      m_findings(new QPushButton),
      m_cancel(new QPushButton),
      m_progress(new QProgressBar),
      m_list(new QListView),
      m_names(new QStringListModel(this)),
      m_histogram(new TensorHistogram),
      m_formats(new FormatTable),
      m_worst(new WorstTable),
      m_text(new QTextBrowser),
      m_stack(new QStackedWidget) {
    auto* side = new QWidget;
    side->setObjectName("lessonCard");
    side->setAttribute(Qt::WA_StyledBackground);
    side->setFixedWidth(qRound(scaled(kSideWidth)));
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(10);
    buildSide(column);

    auto* numbers = new QWidget;
    auto* lower = new QHBoxLayout;
    lower->setContentsMargins(0, 0, 0, 0);
    lower->setSpacing(2 * kSpace);
    lower->addWidget(m_formats, 6);
    lower->addWidget(m_worst, 4);
    auto* grid = new QVBoxLayout(numbers);
    grid->setContentsMargins(2 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    grid->setSpacing(2 * kSpace);
    grid->addWidget(m_histogram, 3);
    grid->addLayout(lower, 2);
    m_text->setObjectName("findings");
    m_text->setOpenLinks(false);
    auto* findings = new QWidget;
    auto* findings_layout = new QVBoxLayout(findings);
    findings_layout->setContentsMargins(3 * kSpace, 2 * kSpace, 2 * kSpace, 2 * kSpace);
    findings_layout->addWidget(m_text);
    m_stack->addWidget(numbers);
    m_stack->addWidget(findings);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(side);
    layout->addWidget(m_stack, 1);

    m_rescale.setSingleShot(true);
    m_rescale.setInterval(kRescaleMilliseconds);
    connect(&m_rescale, &QTimer::timeout, this, &InspectLab::inspectTensor);
    connect(m_job, &BackgroundJob::failed, this, &InspectLab::failed);
    connect(m_job, &BackgroundJob::progressed, this, [this](double share) {
        m_progress->setValue(qRound(1000 * share));
        m_progress->show();
        m_cancel->show();
    });
    connect(m_job, &BackgroundJob::finished, this, [this] {
        m_progress->hide();
        m_cancel->hide();
        if (std::exchange(m_findingsAreWanted, false)) showFindings(true);
    });
    connect(m_histogram, &TensorHistogram::scaleMoved, this, &InspectLab::setLog2Scale);
    connect(m_histogram, &TensorHistogram::formatChosen, this, &InspectLab::setFormat);
    connect(m_histogram, &PlotInstrument::noticed, this, &Page::noticed);
    connect(m_formats, &FormatTable::formatChosen, this, &InspectLab::setFormat);
    connect(m_formats, &FormatTable::scaleAsked, this, &InspectLab::setLog2Scale);
    const auto show_in_bits = [this](double value, int scale, const QString& format) {
        QString text = QString::fromStdString(io::to_text(value));
        if (scale != 0 && std::isfinite(value)) text += QString("*2^%1").arg(scale);
        Q_EMIT numberAsked("bits", text, format);
    };
    connect(m_histogram, &TensorHistogram::valueChosen, this, show_in_bits);
    connect(m_worst, &WorstTable::valueChosen, this, [this, show_in_bits](double value) {
        show_in_bits(value, m_histogram->log2Scale(),
                     m_report.formats.empty()
                         ? QString()
                         : QString::fromStdString(m_report.formats[m_histogram->format()].format.id));
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, this, [this, side] {
        side->setFixedWidth(qRound(scaled(kSideWidth)));
        refreshWords();
    });
    translated(this, [this] {
        refreshWords();
        Q_EMIT changed();
    });
    m_undo.setUndoLimit(kMostUndoSteps);
    connect(&m_undo, &QUndoStack::indexChanged, this, &Page::changed);
    adopt(sourceOf(tensorfile::kExamples.front()));
}

InspectLab::~InspectLab() = default;

void InspectLab::buildSide(QVBoxLayout* column) {
    auto* heading = new QLabel;
    auto* hint = new QLabel;
    for (auto* label : {heading, hint, m_fileText, m_message, m_ask}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setTextFormat(Qt::PlainText); // what stands in files stands in them
    }
    hint->setProperty("role", "muted");
    m_fileText->setProperty("role", "muted");
    m_message->setProperty("role", "error");
    m_open->setProperty("role", "primary");
    m_findings->setCheckable(true);
    m_cancel->setObjectName("stopReading");
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_list->setObjectName("tensorList");
    m_list->setModel(m_names);
    m_list->setUniformItemSizes(true); // tens of thousands of tensors
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(60);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(m_open, 1);
    buttons->addWidget(m_paste, 1);
    auto* running = new QHBoxLayout;
    running->addWidget(m_progress, 1);
    running->addWidget(m_cancel);
    column->addWidget(heading);
    column->addWidget(hint);
    column->addLayout(buttons);
    column->addWidget(m_examples);
    column->addLayout(running);
    column->addWidget(m_message);
    column->addWidget(m_ask);
    buildAnswers(column);
    column->addWidget(m_fileText);
    column->addWidget(m_findings);
    column->addWidget(m_list, 100);
    column->addStretch(1); // while there is no list
    column->addWidget(new UndoButtons(m_undo, [this] { reset(); }));
    column->addWidget(new CommandLineButton(*this));
    for (auto* widget : std::initializer_list<QWidget*>{m_message, m_ask, m_progress, m_cancel})
        widget->hide();

    connect(m_open, &QPushButton::clicked, this, [this] {
        const QString path = askForFile(
            this, tr("Tensors and logs (*.npy *.safetensors *.csv *.tsv *.txt *.log *.jsonl *.out);;All files (*)"));
        if (!path.isEmpty()) openPath(path);
    });
    connect(m_paste, &QPushButton::clicked, this, [this] { diagnoseText(QGuiApplication::clipboard()->text()); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_job->cancel();
        m_findingsAreWanted = false;
        m_progress->hide();
        m_cancel->hide();
        if (m_report.formats.empty()) m_histogram->clear(tr("Stopped. Choose the tensor again to read it."));
    });
    connect(m_findings, &QPushButton::clicked, this, [this](bool on) {
        m_findings->setChecked(!on); // showFindings() makes the change
        showFindings(on);
    });
    connect(m_examples, &QComboBox::activated, this,
            [this](int index) { showExample(m_examples->itemData(index).toString()); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (index.isValid() && static_cast<std::size_t>(index.row()) != m_tensor) chooseTensor(index.row());
    });
    translated(this, [this, heading, hint] {
        heading->setText(tr("What would a tensor lose?"));
        heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold));
        hint->setText(
            tr("Open a .npy, .safetensors or CSV of your own, or drop it on the window. A training log is read "
               "and judged."));
        const std::pair<QString, QString> examples[] = {
            {tr("Example: gradients"), tr("From early to late layers: which of them vanish in fp16 without a scale?")},
            {tr("Example: activations"), tr("Softmax, a hidden layer, and outliers: one scale does not fit all.")},
            {tr("Example: Adam's averages"), tr("The second one is a square: too small for fp16.")}};
        m_examples->clear();
        for (std::size_t i = 0; i < std::size(examples); ++i) {
            m_examples->addItem(examples[i].first, nameOf(tensorfile::kExamples[i]));
            m_examples->setItemData(static_cast<int>(i), examples[i].second, Qt::ToolTipRole);
        }
        m_examples->setAccessibleName(tr("Examples"));
        m_examples->setPlaceholderText(tr("Examples"));
        m_open->setText(tr("Open …"));
        m_open->setToolTip(tr("Tensors (.npy, .safetensors, .csv) or a training log"));
        m_paste->setText(tr("Paste a log"));
        m_paste->setToolTip(tr("Reads a training log from the clipboard: step, loss, gradient norm, loss scale"));
        m_findings->setText(tr("What does it show?"));
        m_findings->setToolTip(tr("Findings about the whole file, with what to look at next"));
        m_cancel->setText(tr("Stop"));
        m_list->setAccessibleName(tr("Tensors of the file"));
        m_progress->setAccessibleName(tr("Reading"));
    });
    connect(&ThemeSwitch::instance(), &ThemeSwitch::changed, heading,
            [heading] { heading->setFont(textFont(scaled(kTitlePixels), QFont::Bold)); });
}

void InspectLab::buildAnswers(QVBoxLayout* column) {
    auto* answers = new QHBoxLayout;
    answers->setSpacing(4);
    for (int i = 0; i < 4; ++i) {
        auto* button = new QPushButton;
        connect(button, &QPushButton::clicked, this, [this, button] {
            tensorfile::OpenOptions options;
            const QString answer = button->property("answer").toString();
            options.decimal_comma = answer == "comma";
            options.raw_dtype = tensorfile::find_dtype_or_format(answer.toStdString());
            openPath(m_askPath, options);
        });
        button->hide();
        answers->addWidget(button);
        m_answers << button;
    }
    column->addLayout(answers);
}

QWidget* InspectLab::firstFocus() {
    return m_open;
}

bool InspectLab::takes(const QString& path) {
    return isLog(path) || hasEnding(path, {".npy", ".npz", ".safetensors", ".csv", ".tsv", ".pt", ".pth", ".bin"});
}

void InspectLab::openPath(const QString& path, const tensorfile::OpenOptions& given) {
    m_error.reset();
    m_askPath = path;
    refreshWords();
    m_job->start([this, path, given](const std::stop_token& stop, const BackgroundJob::Progress& progress,
                                     const BackgroundJob::Post& post) {
        const QString name = QFileInfo(path).fileName();
        if (isLog(path)) {
            try {
                auto diagnosis = readLog(io::read_file(path.toStdString(), kLargestLog), path);
                post([this, name, path, diagnosis = std::move(diagnosis)] {
                    change([&] { showDiagnosis(diagnosis, {nullptr, path, {}, name, {}}); });
                });
                return;
            } catch (const text::Error& error) {
                // A .txt may also be a plain table of numbers.
                if (error.message().id != "diagnose.nothing" || !hasEnding(path, {".txt"})) throw;
            }
        }
        tensorfile::OpenOptions options = given;
        options.stop = stop;
        options.progress = progress;
        std::shared_ptr<TensorFile> file = tensorfile::open_tensor_file(path.toStdString(), options);
        post([this, file, path, given] { change([&] { adopt({file, path, {}, {}, optionsOf(given)}); }); });
    });
}

void InspectLab::diagnoseText(const QString& pasted) {
    m_error.reset();
    try {
        const auto diagnosis = readLog(pasted.toStdString(), tr("clipboard"));
        change([&] { showDiagnosis(diagnosis, {nullptr, {}, {}, tr("clipboard"), {}}); });
    } catch (const text::Error& error) {
        failed(error);
    }
}

// From here on the new file is shown; nothing of the old one stays.
void InspectLab::adopt(const Source& source) {
    m_source = source;
    m_tensor = 0;
    m_report = {};
    m_diagnosis = {};
    m_histogram->setLog2Scale(0);
    while (m_tensor + 1 < m_source.file->tensors().size() &&
           !tensorfile::is_readable(m_source.file->tensors()[m_tensor].dtype))
        ++m_tensor;
    m_findings->setChecked(false);
    m_stack->setCurrentIndex(0);
    refreshList();
    refreshWords();
    inspectTensor();
}

void InspectLab::chooseTensor(int index) {
    if (!m_source.file || index < 0 || index >= tensorCount()) return;
    change(
        [&] {
            m_tensor = static_cast<std::size_t>(index);
            m_findings->setChecked(false);
            m_list->setCurrentIndex(m_names->index(index));
            m_error.reset();
            refreshWords();
            inspectTensor();
        },
        "tensor");
}

void InspectLab::inspectTensor() {
    m_rescale.stop();
    if (!m_source.file || m_tensor >= m_source.file->tensors().size())
        return showNothing(tr("This file holds no tensors."));
    tensorfile::InspectOptions options;
    const int scale = m_histogram->log2Scale();
    options.scale = std::ldexp(1.0, scale);
    options.worst = kListedElements;
    m_job->start(
        [this, file = m_source.file, tensor = m_tensor, options,
         scale](const std::stop_token& stop, const BackgroundJob::Progress& progress, const BackgroundJob::Post& post) {
            tensorfile::InspectOptions asked = options;
            asked.stop = stop;
            asked.progress = progress;
            try {
                TensorReport report = tensorfile::inspect(*file, tensor, asked);
                auto lists = listsOf(*file, report);
                post([this, scale, report = std::move(report), lists = std::move(lists)] {
                    m_reportScale = scale;
                    showReport(report, lists);
                });
            } catch (const text::Error&) { // the numbers of another tensor must not stand under this one's name
                post([this] { showNothing(tr("This tensor cannot be read.")); });
                throw;
            }
        });
}

void InspectLab::showReport(TensorReport report, WorstTable::Lists lists) {
    m_report = std::move(report);
    m_histogram->setReport(m_report, tensorName(m_tensor));
    m_formats->setReport(m_report, m_histogram->log2Scale(), m_reportScale == m_histogram->log2Scale());
    m_formats->setFormat(m_histogram->format());
    m_worst->setLists(std::move(lists));
}

// Shares follow at once, from the counts; errors and elements need another pass over the values.
void InspectLab::setLog2Scale(int scale) {
    change([&] { m_histogram->setLog2Scale(scale); }, "scale");
    m_formats->setReport(m_report, m_histogram->log2Scale(), m_reportScale == m_histogram->log2Scale());
    if (m_reportScale != m_histogram->log2Scale())
        m_rescale.start();
    else
        m_rescale.stop();
}

void InspectLab::showFindings(bool findings) {
    change([&] { m_findings->setChecked(findings); });
    m_stack->setCurrentIndex(findings || !m_source.log.isEmpty() ? 1 : 0);
    if (!findings || !m_source.log.isEmpty() || !m_diagnosis.findings.empty()) {
        refreshWords();
        // Its reading may have been ended by the question for findings.
        if (!findings && m_source.file && m_report.formats.empty()) inspectTensor();
        return;
    }
    m_text->setHtml(tr("Reading every tensor …").toHtmlEscaped());
    m_job->start([this, file = m_source.file](const std::stop_token& stop, const BackgroundJob::Progress& progress,
                                              const BackgroundJob::Post& post) {
        diagnose::CheckpointOptions options;
        options.stop = stop;
        options.progress = progress;
        auto diagnosis = file->kind() == tensorfile::FileKind::Csv ? diagnoseTable(*file, options)
                                                                   : diagnose::diagnose_checkpoint(*file, options);
        post([this, diagnosis = std::move(diagnosis)] {
            m_diagnosis = diagnosis;
            refreshWords();
        });
    });
}

bool InspectLab::showView(const QString& view) {
    if (view != "numbers" && view != "findings") return false;
    m_findingsAreWanted = view == "findings" && m_job->isRunning(); // a file that is being opened comes first
    if (!m_findingsAreWanted) showFindings(view == "findings");
    return true;
}

void InspectLab::showDiagnosis(const diagnose::Diagnosis& diagnosis, const Source& source) {
    m_job->cancel();
    m_findingsAreWanted = false; // here they are
    m_diagnosis = diagnosis;
    m_source = source;
    m_report = {};
    m_stack->setCurrentIndex(1);
    refreshList();
    refreshWords();
}

void InspectLab::failed(const text::Error& error) {
    m_error = error;
    m_findingsAreWanted = false;
    refreshWords();
}

QString InspectLab::tensorName(std::size_t index) const {
    const auto& info = m_source.file->tensors()[index];
    return info.name.empty() ? QFileInfo(m_source.path).completeBaseName() : fromCore(info.name);
}

void InspectLab::refreshList() {
    QStringList names;
    for (std::size_t i = 0; m_source.file && i < m_source.file->tensors().size(); ++i) {
        const auto& info = m_source.file->tensors()[i];
        names << QString("%1  ·  %2 %3").arg(tensorName(i), fromCore(info.stored_as, 12), shapeText(info.shape));
    }
    m_names->setStringList(names);
    m_list->setVisible(names.size() > 1);
    m_list->setCurrentIndex(m_names->index(static_cast<int>(m_tensor)));
}

QString InspectLab::refusal() const {
    return m_error ? say(*m_error) : QString();
}

void InspectLab::refreshWords() {
    m_message->setVisible(m_error.has_value());
    m_message->setText(refusal());
    // Two refusals are questions.
    QStringList answers, labels;
    const std::string id = m_error ? innermost(m_error->message()) : std::string();
    if (id == "tensorfile.npy_raw") {
        const bool wide = say(m_error->message()).contains("bf16");
        answers = labels = wide ? QStringList{"bf16", "fp16"} : QStringList{"e4m3", "e5m2"};
        m_ask->setText(tr("What are these elements?"));
    } else if (id == "tensorfile.csv_decimal_comma") {
        answers = QStringList{"comma"};
        labels = QStringList{tr("Read 0,5 as 0.5")};
        m_ask->setText(tr("How is it meant?"));
    }
    m_ask->setVisible(!answers.isEmpty());
    for (int i = 0; i < m_answers.size(); ++i) {
        m_answers[i]->setVisible(i < answers.size());
        m_answers[i]->setText(labels.value(i));
        m_answers[i]->setProperty("answer", answers.value(i));
    }

    QString text;
    if (!m_source.log.isEmpty()) {
        text = tr("Log: %1").arg(fromCore(m_source.log.toStdString()));
    } else if (!m_source.example.isEmpty()) {
        text = tr("Example: numbers made by a formula (seed %1), shaped like those of a small network; not measured.")
                   .arg(tensorfile::kExampleSeed);
    } else if (m_source.file) {
        std::uint64_t elements = 0;
        for (const auto& info : m_source.file->tensors())
            elements += info.elements;
        text = tr("%1: %2 tensors, %3 elements")
                   .arg(fromCore(QFileInfo(m_source.path).fileName().toStdString()))
                   .arg(m_source.file->tensors().size())
                   .arg(QString::fromStdString(text::grouped(static_cast<std::int64_t>(elements))));
        for (const auto& note : m_source.file->notes())
            text += "\n" + say(note);
    }
    m_fileText->setText(text);
    m_examples->setCurrentIndex(m_examples->findData(m_source.example));
    m_examples->setToolTip(m_examples->currentData(Qt::ToolTipRole).toString());
    m_findings->setVisible(m_source.log.isEmpty());
    if (m_stack->currentIndex() == 1 && !m_diagnosis.findings.empty()) m_text->setHtml(findingsHtml(m_diagnosis));
}

} // namespace ampscope::ui
