// A tensor of the user's own, and what number formats would make of it; or a training log, and what it shows.
#pragma once

#include <QTimer>
#include <QUndoStack>
#include <functional>
#include <memory>

#include "core/diagnose/findings.h"
#include "core/tensorfile/inspection.h"
#include "ui/labs/background_job.h"
#include "ui/labs/page.h"

class QComboBox;
class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QStringListModel;
class QTextBrowser;
class QVBoxLayout;

namespace ampscope::ui {

constexpr std::size_t kListedElements = 50; ///< in each list of the worst ones

class FormatTable;
class TensorHistogram;
class WorstTable;

class InspectLab : public Page {
    Q_OBJECT
  public:
    explicit InspectLab(QWidget* parent = nullptr);
    ~InspectLab() override;

    QString title() const override { return tr("Inspect"); }
    QString section() const override { return tr("Labs"); }
    /// Back to the example.
    void reset() override;
    QWidget* firstFocus() override;
    QUndoStack* undoStack() override { return &m_undo; }
    QString commandLine() const override;
    QString refusal() const override;
    bool isSettled() const override { return !m_job->isRunning() && !m_rescale.isActive() && !m_findingsAreWanted; }
    /// "numbers" or "findings".
    bool showView(const QString& view) override;
    /// A path.
    void enterText(const QString& text) override { openPath(text); }

    /// Reads a .npy, .safetensors or CSV, or a log (.txt, .log, .jsonl, .out). A file that cannot be read leaves what
    /// is shown as it is and says why.
    void openPath(const QString& path, const tensorfile::OpenOptions& options = {});
    /// Numbers of tensorfile::kExamples.
    void showExample(const QString& name);
    /// Reads a log that was pasted.
    void diagnoseText(const QString& text);
    /// Endings that openPath() takes.
    static bool takes(const QString& path);

    void chooseTensor(int index);
    void setFormat(int format);
    void setLog2Scale(int scale);
    /// Findings about the file instead of its numbers.
    void showFindings(bool findings);

    QString errorText() const;
    QString fileText() const;
    int tensorCount() const { return m_source.file ? static_cast<int>(m_source.file->tensors().size()) : 0; }
    const tensorfile::TensorReport& report() const { return m_report; }
    const diagnose::Diagnosis& diagnosis() const { return m_diagnosis; }
    TensorHistogram* histogram() const { return m_histogram; }
    FormatTable* formats() const { return m_formats; }
    WorstTable* worst() const { return m_worst; }

    /// Asks which file to open; replaced in tests. "" when the user gives up.
    static std::function<QString(QWidget* parent, const QString& filter)> askForFile;

  private:
    /// What is looked at, and how.
    struct Source {
        std::shared_ptr<tensorfile::TensorFile> file; ///< none for a log
        QString path;                                 ///< "" for an example and for the clipboard
        QString example, log;                         ///< names; "" where it is none
        QStringList options;                          ///< of the command line: how it was opened
        bool operator==(const Source&) const = default;
    };
    struct State {
        Source source;
        diagnose::Diagnosis diagnosis; ///< of a log
        std::size_t tensor = 0, format = 0;
        int scale = 0;
        bool findings = false;
        bool operator==(const State& other) const;
    };
    static Source sourceOf(std::string_view example);
    State state() const;
    void restore(const State& state);
    /// Whatever `edit` changes is one undo step; quick changes of the same thing `what` are one.
    void change(const std::function<void()>& edit, const QString& what = {});
    void buildSide(QVBoxLayout* column);
    void buildAnswers(QVBoxLayout* column);
    void adopt(const Source& source);
    void showDiagnosis(const diagnose::Diagnosis& diagnosis, const Source& source);
    void inspectTensor();
    void showReport(tensorfile::TensorReport report,
                    std::vector<std::array<std::vector<struct ListedElement>, 4>> lists);
    void showNothing(const QString& why);
    void failed(const text::Error& error);
    void refreshWords();
    void refreshList();
    QString tensorName(std::size_t index) const;

    BackgroundJob* m_job;
    QTimer m_rescale; ///< a moment after the last move of the scale the errors are computed again
    Source m_source;  ///< what its file lists is read here, its values on the job's thread only
    QUndoStack m_undo;
    bool m_isChanging = false;
    std::size_t m_tensor = 0;
    bool m_findingsAreWanted = false;
    tensorfile::TensorReport m_report;
    int m_reportScale = 0;
    diagnose::Diagnosis m_diagnosis;
    std::optional<text::Error> m_error;
    QString m_askPath;

    QLabel *m_fileText, *m_message, *m_ask;
    QList<QPushButton*> m_answers;
    QComboBox* m_examples;
    QPushButton *m_open, *m_paste, *m_findings, *m_cancel;
    QProgressBar* m_progress;
    QListView* m_list;
    QStringListModel* m_names;
    TensorHistogram* m_histogram;
    FormatTable* m_formats;
    WorstTable* m_worst;
    QTextBrowser* m_text;
    QStackedWidget* m_stack;
};

} // namespace ampscope::ui
