// Tables beside the histogram of a tensor: what each format makes of it, and its worst elements.
#pragma once

#include "core/tensorfile/inspection.h"
#include "ui/instruments/instrument.h"

class QComboBox;
class QTableWidget;

namespace ampscope::ui {

/// One row for each format. A row is chosen with a click or with Up and Down.
class FormatTable : public Instrument {
    Q_OBJECT
  public:
    explicit FormatTable(QWidget* parent = nullptr);
    /// `log2Scale`: shares are shown for values times 2^it; errors are those of the report.
    void setReport(const tensorfile::TensorReport& report, int log2Scale, bool errorsAreCurrent);
    void setFormat(std::size_t format);
    QTableWidget* table() const { return m_table; }

  Q_SIGNALS:
    void formatChosen(int format);
    /// The best scale of the row was asked for.
    void scaleAsked(int log2Scale);

  protected:
    void update() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QTableWidget* m_table;
    tensorfile::TensorReport m_report;
    int m_scale = 0;
    bool m_errorsAreCurrent = true, m_isFilling = false;
};

/// An element as it is listed.
struct ListedElement {
    QString tensor, index, value; ///< value: exact, as in the file
    double number = 0, stored = 0, relativeError = 0;
};

/// The worst elements, by one of several measures. A row opens in Bits with Enter or a double click.
class WorstTable : public Instrument {
    Q_OBJECT
  public:
    enum class Measure { Largest, Error, Lost, NotFinite };
    explicit WorstTable(QWidget* parent = nullptr);
    /// Lists by format and measure; those that do not depend on the format are the same for each.
    using Lists = std::vector<std::array<std::vector<ListedElement>, 4>>;
    void setLists(Lists lists);
    void setFormat(std::size_t format);
    void setMeasure(Measure measure);
    QTableWidget* table() const { return m_table; }

  Q_SIGNALS:
    void valueChosen(double value);

  protected:
    void update() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QTableWidget* m_table;
    QComboBox* m_measure;
    Lists m_lists;
    std::size_t m_format = 0;
};

} // namespace ampscope::ui
