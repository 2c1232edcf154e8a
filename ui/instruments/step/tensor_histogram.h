// Sizes of a tensor's elements over the bands of a number format, with a scale to slide them.
#pragma once

#include "core/tensorfile/inspection.h"
#include "ui/instruments/plot_instrument.h"

namespace ampscope::ui {

class TensorHistogram : public PlotInstrument {
    Q_OBJECT
  public:
    explicit TensorHistogram(QWidget* parent = nullptr);

    /// `name`: of the tensor, as it may be shown. Keeps format and scale.
    void setReport(const tensorfile::TensorReport& report, const QString& name);
    void clear(const QString& why);
    /// By its number in the report.
    void setFormat(std::size_t format);
    std::size_t format() const { return m_format; }
    void setLog2Scale(int scale);
    int log2Scale() const { return m_scale; }

  Q_SIGNALS:
    /// A bar was clicked: one of its values, and the format that is shown.
    void valueChosen(double value, int log2Scale, const QString& format);
    void scaleMoved(int log2Scale);
    void formatChosen(int format);

  protected:
    Figure makeFigure() override;
    bool needsRun() const override { return false; }
    void handleMoved(double x) override;

  private:
    double middle() const;
    record::SizeHistogram sizes() const;
    tensorfile::TensorReport m_report;
    QString m_name, m_empty;
    std::size_t m_format = 0;
    int m_scale = 0;
    QList<QToolButton*> m_formats;
};

} // namespace ampscope::ui
