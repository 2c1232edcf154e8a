// Sizes of gradients or activations, a small plot for every layer.
#pragma once

#include "core/numeric/format.h"
#include "core/record/details.h"
#include "ui/instruments/drawn_instrument.h"
#include "ui/instruments/tensor/size_bands.h"

class QToolButton;

namespace ampscope::ui {

class LookButton;
class PlotView;

/// All over the bands of one format, gradients times the loss scale. A click on one selects its parameter and shows it
/// large; a bin of the large plot opens in the Bits lab.
class LayersView : public ScrolledInstrument {
    Q_OBJECT
  public:
    explicit LayersView(QWidget* parent = nullptr);

    struct Tile {
        record::LayerSizes::Layer layer;
        SizeLosses losses;
    };
    const std::vector<Tile>& tiles() const { return m_tiles; }
    void setShowsActivations(bool activations);
    void setSortedByLoss(bool sorted);
    void setFormat(const QString& id);
    const numeric::FloatFormat& format() const { return m_format; }
    /// The layer that is shown large; nullptr for none.
    const Tile* large() const;
    PlotView* plot() const { return m_plot; }
    TextTable numbers() const override;
    std::size_t itemCount() const override { return m_tiles.size(); }
    QRectF itemBox(std::size_t item) const override;
    QString reading() const;

  protected:
    QSizeF drawnSize(double width) const override;
    void draw(QPainter& painter, const QRectF& area) const override;
    QString caption() const override;
    void buildMenu() override;
    void follow() override;
    void tableShown(bool table) override;
    void activate(std::size_t item) override;
    void tell() override;

  private:
    int shift() const; ///< log2 of what the sizes are multiplied with
    int columnsIn(double width) const;
    struct Grid {
        int columns;
        double wide, high; ///< of a tile
    };
    Grid gridIn(const QRectF& area, double room) const;
    QRectF tileBox(const QRectF& area, const Grid& grid, std::size_t tile) const;
    void paintTile(QPainter& painter, const QRectF& box, const Tile& tile) const;
    void showLarge();
    void selectBinAt(double x);
    Figure largeFigure(const Tile& tile) const;
    void exportLarge();

    std::vector<Tile> m_tiles;
    std::int64_t m_step = -1;
    double m_scale = 1;
    bool m_formatIsChosen = false;
    numeric::FloatFormat m_format;
    std::optional<SizeBin> m_bin; ///< of gradients the run's, of activations its own
    QString m_large;              ///< name of the layer
    LookButton* m_look;
    QToolButton *m_gradients, *m_activations, *m_sorted;
    QList<QToolButton*> m_formats;
    PlotView* m_plot;
};

} // namespace ampscope::ui
