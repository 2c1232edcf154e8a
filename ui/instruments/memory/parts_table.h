// Chapter B's six parts: which dtype the chapter gives each, which one it had here, and how many bytes that is.
#pragma once

#include "ui/instruments/drawn_instrument.h"

namespace ampscope::ui {

class LookButton;

/// What one part is, as it was found in a step; a function of the record alone.
struct PartRow {
    QString part, chapter, here;
    std::optional<double> chapterBytes, hereBytes; ///< per parameter; without where nothing is counted
};
/// `step`: what was found in the last look at or before it. Cells that nobody has looked for say "–".
std::vector<PartRow> partRows(const record::RunRecord& run, std::int64_t step);

class PartsTable : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit PartsTable(QWidget* parent = nullptr);
    TextTable numbers() const override;
    const std::vector<PartRow>& rows() const { return m_rows; }
    std::size_t itemCount() const override { return m_rows.size(); }
    QRectF itemBox(std::size_t item) const override;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void follow() override;
    void activate(std::size_t) override {}
    void tell() override;

  private:
    /// Paints, or only measures where `painter` is nullptr; the lower edges of head, rows and sum.
    std::vector<double> layOut(QPainter* painter, const QRectF& area) const;

    std::vector<PartRow> m_rows;
    LookButton* m_look;
};

} // namespace ampscope::ui
