// What is looked at as one value: undo, and the command line that gives the same numbers.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "core/tensorfile/example.h"
#include "ui/instruments/state_command.h"
#include "ui/instruments/step/tensor_histogram.h"
#include "ui/instruments/tensor/tensor_tables.h"
#include "ui/labs/command_line.h"
#include "ui/labs/inspect_lab.h"

namespace ampscope::ui {

// Files name tensors as they like; a command line takes no zero byte and no megabyte. Without it all are inspected.
static bool canBeTyped(const std::string& name) {
    constexpr std::size_t kLongest = 4096;
    return !name.empty() && name.size() <= kLongest && name.find('\0') == std::string::npos;
}

InspectLab::Source InspectLab::sourceOf(std::string_view example) {
    return {tensorfile::make_example(example),
            {},
            QString::fromUtf8(example.data(), static_cast<qsizetype>(example.size())),
            {},
            {}};
}

void InspectLab::reset() {
    m_job->cancel();
    m_error.reset();
    change([this] {
        adopt(sourceOf(tensorfile::kExamples.front()));
        setFormat(0);
    });
}

void InspectLab::showExample(const QString& name) {
    m_job->cancel();
    m_error.reset();
    change([&] { adopt(sourceOf(name.toStdString())); });
}

bool InspectLab::State::operator==(const State& other) const {
    return source == other.source && tensor == other.tensor && format == other.format && scale == other.scale &&
           findings == other.findings;
}

InspectLab::State InspectLab::state() const {
    return {m_source,
            m_source.log.isEmpty() ? diagnose::Diagnosis() : m_diagnosis,
            m_tensor,
            m_histogram->format(),
            m_histogram->log2Scale(),
            m_findings->isChecked()};
}

void InspectLab::restore(const State& state) {
    if (m_isChanging) return; // it is so already
    m_isChanging = true;
    m_job->cancel();
    m_error.reset();
    if (!(state.source == m_source))
        state.source.file ? adopt(state.source) : showDiagnosis(state.diagnosis, state.source);
    if (state.source.file) {
        if (state.tensor != m_tensor) chooseTensor(static_cast<int>(state.tensor));
        setFormat(static_cast<int>(state.format));
        setLog2Scale(state.scale);
        showFindings(state.findings);
    }
    m_isChanging = false;
    refreshWords();
}

void InspectLab::change(const std::function<void()>& edit, const QString& what) {
    if (m_isChanging) return edit();
    m_isChanging = true;
    const State before = state();
    edit();
    if (const State after = state(); !(after == before))
        m_undo.push(new StateCommand<State>(
            before, after, [this](const State& s) { restore(s); }, what));
    m_isChanging = false;
}

void InspectLab::setFormat(int format) {
    change(
        [&] {
            m_histogram->setFormat(static_cast<std::size_t>(format));
            m_formats->setFormat(static_cast<std::size_t>(format));
            m_worst->setFormat(static_cast<std::size_t>(format));
        },
        "format");
}

void InspectLab::showNothing(const QString& why) {
    m_report = {};
    m_histogram->clear(why);
    m_formats->setReport(m_report, 0, true);
    m_worst->setLists({});
}

QString InspectLab::errorText() const {
    return m_message->isHidden() ? QString() : m_message->text();
}
QString InspectLab::fileText() const {
    return m_fileText->text();
}

QString InspectLab::commandLine() const {
    const QString from = m_source.example.isEmpty() ? m_source.path : "example:" + m_source.example;
    if (!m_source.file) return from.isEmpty() ? QString() : shellLine({"diagnose", from});
    QStringList inspect = QStringList{"inspect", from} + m_source.options;
    if (const auto& tensors = m_source.file->tensors(); m_tensor < tensors.size() && canBeTyped(tensors[m_tensor].name))
        inspect << "--tensor" << QString::fromStdString(tensors[m_tensor].name);
    if (const int scale = m_histogram->log2Scale(); scale != 0) inspect << "--scale" << QString("2^%1").arg(scale);
    inspect << "--worst" << QString::number(kListedElements);
    return shellLine(inspect) +
           (m_findings->isChecked() ? "\n" + shellLine(QStringList{"diagnose", from} + m_source.options) : QString());
}

} // namespace ampscope::ui
