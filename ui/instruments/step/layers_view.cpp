#include "ui/instruments/step/layers_view.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/dtype_style.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/numbers/number_text.h"
#include "ui/instruments/paper/export_dialog.h"
#include "ui/instruments/plot_instrument.h"
#include "ui/instruments/step/lanes.h"
#include "ui/instruments/step/look_button.h"
#include "ui/instruments/step/step_details.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::LayerSizes;

namespace {

constexpr double kTileWidth = 158, kTileHeight = 92, kGap = 8, kTitle = 18, kWords = 17;

// All gradients are of weights.
QString shortName(const std::string& layer) {
    QString name = QString::fromStdString(layer);
    if (name.endsWith(".weight")) name.chop(7);
    return name;
}

QString countText(std::int64_t count) {
    return QString::fromStdString(text::grouped(count));
}

} // namespace

LayersView::LayersView(QWidget* parent)
    : ScrolledInstrument("layers", parent),
      m_format(numeric::format_or_throw("fp16")),
      m_look(new LookButton({.layers = true}, this)),
      m_gradients(new QToolButton(this)),
      m_activations(new QToolButton(this)),
      m_sorted(new QToolButton(this)),
      m_plot(new PlotView(this)) {
    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(0, 2, 0, 2);
    controls->setSpacing(6);
    for (auto* button : {m_gradients, m_activations, m_sorted}) {
        button->setCheckable(true);
        button->setProperty("role", "switch");
        controls->addWidget(button);
    }
    for (const char* id : {"fp16", "bf16", "e4m3", "e5m2"}) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setProperty("role", "switch");
        button->setProperty("format", QString(id));
        button->setText(QString::fromStdString(numeric::format_or_throw(id).name).remove("fp8 "));
        connect(button, &QToolButton::clicked, this, [this, id] { setFormat(id); });
        addToHeader(button);
        m_formats << button;
    }
    controls->addWidget(m_look);
    controls->addStretch(1);
    body()->insertLayout(0, controls);
    m_plot->hide();
    m_plot->setMinimumHeight(150);
    body()->insertWidget(1, m_plot, 1);
    connect(m_gradients, &QToolButton::clicked, this, [this] { setShowsActivations(false); });
    connect(m_activations, &QToolButton::clicked, this, [this] { setShowsActivations(true); });
    connect(m_sorted, &QToolButton::clicked, this, [this](bool on) { setSortedByLoss(on); });
    m_gradients->setChecked(true);
    const auto ask = [this](double x) {
        const QString number = numberOfBin(m_plot->figure(), x);
        selectBinAt(x);
        if (!number.isEmpty()) Q_EMIT numberAsked(number, QString::fromStdString(m_format.id));
    };
    connect(m_plot, &PlotView::selected, this, ask);
    connect(m_plot, &PlotView::cursorMoved, this, [this](double x) {
        selectBinAt(x);
        m_plot->setFocus();
    });
    translated(this, [this] {
        m_gradients->setText(tr("gradients"));
        m_activations->setText(tr("activations"));
        m_sorted->setText(tr("most lost first"));
        m_gradients->setToolTip(tr("Gradients of the parameters, times the loss scale: what the 16-bit format holds"));
        m_activations->setToolTip(tr("Outputs of the layers"));
        m_sorted->setToolTip(
            tr("By the share that is or becomes zero, Inf or NaN; otherwise in the order of the model"));
        for (auto* button : {m_gradients, m_activations, m_sorted})
            button->setAccessibleName(button->text());
        for (auto* button : m_formats) {
            button->setToolTip(tr("The bands of %1").arg(button->text()));
            button->setAccessibleName(button->toolTip());
        }
    });
    refresh();
}

void LayersView::setShowsActivations(bool activations) {
    m_activations->setChecked(activations);
    m_gradients->setChecked(!activations);
    forgetItem();
    m_large.clear();
    refresh();
}

void LayersView::setSortedByLoss(bool sorted) {
    m_sorted->setChecked(sorted);
    forgetItem();
    refresh();
}

void LayersView::setFormat(const QString& id) {
    m_formatIsChosen = true;
    m_format = numeric::format_or_throw(id.toStdString());
    refresh();
}

int LayersView::shift() const {
    return m_activations->isChecked() || !(m_scale > 0) ? 0 : static_cast<int>(std::lround(std::log2(m_scale)));
}

void LayersView::follow() {
    const auto newest = newestDetail<LayerSizes>(run());
    m_look->offer(run(), newest.isMissing);
    if (run() && !m_activations->isChecked()) m_bin = run()->selectedBin();
    m_step = newest.step;
    m_scale = newest.payload ? newest.payload->scale : 1;
    m_tiles.clear();
    if (run() && !m_formatIsChosen) { // the format of the run, unless somebody wants another
        const QString own = formatId(run()->record().scenario());
        m_format = numeric::format_or_throw(own == "fp32" ? "fp16" : own.toStdString());
    }
    for (auto* button : m_formats)
        button->setChecked(button->property("format") == QString::fromStdString(m_format.id));
    const std::string wanted = m_activations->isChecked() ? "activation" : "gradient";
    if (newest.payload)
        for (const auto& layer : newest.payload->layers)
            if (layer.what == wanted) m_tiles.push_back({layer, lossesOf(layer.sizes, shift(), m_format)});
    if (m_sorted->isChecked())
        std::ranges::stable_sort(m_tiles, std::greater(),
                                 [](const Tile& tile) { return tile.losses.zeroShare() + tile.losses.infShare(); });
    // What another instrument has selected is shown large here, too; what this run does not have is not replaced.
    if (run()) m_large.clear();
    if (run() && !run()->selectedParameter().isEmpty())
        for (const auto& tile : m_tiles)
            if (parameterOf(tile.layer.name, tile.layer.what) == run()->selectedParameter())
                m_large = QString::fromStdString(tile.layer.name);
    setTitle(m_activations->isChecked() ? tr("Activation sizes by layer") : tr("Gradient sizes by layer"));
    if (m_tiles.empty()) {
        setSubtitle({});
        setProvenance({});
    } else {
        setSubtitle(m_activations->isChecked() ? tr("step %1").arg(m_step)
                                               : tr("step %1 · × %2").arg(m_step).arg(powerOfTwo(shift())));
        setProvenance(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured);
    }
    showLarge();
    fitCanvas();
    tell();
}

const LayersView::Tile* LayersView::large() const {
    const auto found =
        std::ranges::find(m_tiles, m_large.toStdString(), [](const Tile& tile) { return tile.layer.name; });
    return found == m_tiles.end() ? nullptr : &*found;
}

void LayersView::showLarge() {
    const Tile* tile = large();
    m_plot->setVisible(tile && !showsTable());
    if (!tile) return;
    m_plot->setTheme(ThemeSwitch::instance().kind(), ThemeSwitch::instance().scale());
    m_plot->setFigure(largeFigure(*tile));
}

void LayersView::selectBinAt(double x) {
    const SizeBin bin = binAt(m_plot->figure(), x, shift());
    if (run() && !m_activations->isChecked()) return run()->selectBin(bin);
    m_bin = bin;
    showLarge();
}

Figure LayersView::largeFigure(const Tile& tile) const {
    Figure figure;
    figure.id = "layers";
    const QString name = QString::fromStdString(tile.layer.name);
    figure.title = tr("%1 and what %2 can hold").arg(name, QString::fromStdString(m_format.name));
    figure.x.title = m_activations->isChecked()
                         ? tr("|output of %1|   ·   a bar opens in Bits").arg(name)
                         : tr("|gradient of %1 × %2|   ·   a bar opens in Bits").arg(name, powerOfTwo(shift()));
    figure.table.header = {tr("log2 of the size, from"), tr("count")};
    const auto& sizes = tile.layer.sizes;
    for (std::size_t i = 0; i < sizes.counts.size(); ++i)
        figure.table.rows.push_back({double(sizes.log2_low + static_cast<int>(i)), double(sizes.counts[i])});
    Bars bars;
    bars.name = name;
    bars.format = hueOf(tile.layer.dtype);
    addSizes(figure, sizes, shift(), m_format, std::move(bars));
    if (m_bin) figure.selected = placeOf(figure, *m_bin, shift());
    figure.provenance = Provenance::Measured;
    figure.summary = figure.title + ". " +
                     tr("Is or becomes 0: %1. Inf, NaN or overflow: %2.")
                         .arg(shareText(tile.losses.zero + tile.losses.lost, tile.losses.total),
                              shareText(tile.losses.nonfinite + tile.losses.overflowed, tile.losses.total));
    if (m_bin)
        if (const QString words = binWords(figure, *figure.selected); !words.isEmpty())
            figure.summary += " " + tr("Bin %1. Enter opens it in Bits.").arg(words);
    figure.caption = caption();
    return figure;
}

void LayersView::tableShown(bool table) {
    ScrolledInstrument::tableShown(table);
    m_plot->setVisible(!table && large());
}

int LayersView::columnsIn(double width) const {
    return std::max(1, static_cast<int>((width + scaled(kGap)) / scaled(kTileWidth + kGap)));
}

// As small as they may be, or, where all of them then leave room, as large as that room allows.
LayersView::Grid LayersView::gridIn(const QRectF& area, double room) const {
    const auto with = [&](int columns, double high) {
        return Grid{columns, (area.width() - (columns - 1) * scaled(kGap)) / columns, high};
    };
    Grid best = with(columnsIn(area.width()), scaled(kTileHeight));
    for (int columns = best.columns - 1; columns >= 2; --columns) {
        Grid larger = with(columns, 0);
        larger.high = larger.wide * kTileHeight / kTileWidth;
        const auto rows = (static_cast<int>(m_tiles.size()) + columns - 1) / columns;
        if (rows * (larger.high + scaled(kGap)) > room) break;
        best = larger;
    }
    return best;
}

QRectF LayersView::tileBox(const QRectF& area, const Grid& grid, std::size_t tile) const {
    const int number = static_cast<int>(tile);
    return {area.left() + number % grid.columns * (grid.wide + scaled(kGap)),
            area.top() + number / grid.columns * (grid.high + scaled(kGap)), grid.wide, grid.high};
}

QRectF LayersView::itemBox(std::size_t tile) const {
    return tileBox(canvasArea(), gridIn(canvasArea(), visibleBottom() - visibleTop()), tile);
}

QSizeF LayersView::drawnSize(double width) const {
    const int columns = columnsIn(scaled(width));
    const auto rows = (static_cast<int>(m_tiles.size()) + columns - 1) / columns;
    return {width, std::max(1, rows) * (kTileHeight + kGap)};
}

void LayersView::draw(QPainter& painter, const QRectF& area) const {
    if (m_tiles.empty())
        return drawNothing(painter, area,
                           run() && run()->hasRun() ? tr("No look inside a step has been taken yet.")
                                                    : tr("No run yet."));
    const bool on_screen = painter.device() == canvas();
    const Grid grid = gridIn(area, on_screen ? visibleBottom() - visibleTop() : 0);
    for (std::size_t i = 0; i < m_tiles.size(); ++i)
        paintTile(painter, tileBox(area, grid, i), m_tiles[i]);
    const auto at = item();
    if (!at || *at >= m_tiles.size()) return;
    painter.setPen(QPen(theme().color(Token::Accent), scaled(1.4)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(tileBox(area, grid, *at), 4, 4);
}

void LayersView::paintTile(QPainter& painter, const QRectF& box, const Tile& tile) const {
    const Theme& look = theme();
    const bool is_large = QString::fromStdString(tile.layer.name) == m_large;
    painter.setPen(QPen(look.color(is_large ? Token::Accent : Token::Hairline), is_large ? scaled(2) : 1));
    painter.setBrush(look.color(Token::Panel));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const double pad = scaled(6);
    const QFont names = monoFont(scaled(10)), kinds = textFont(scaled(10), QFont::DemiBold);
    const QString dtype = QString::fromStdString(tile.layer.dtype);
    const double kind = QFontMetricsF(kinds).horizontalAdvance(dtype) + pad;
    painter.setFont(names);
    painter.setPen(look.color(Token::Text));
    const QRectF title(box.left() + pad, box.top(), box.width() - 2 * pad, scaled(kTitle));
    painter.drawText(
        title, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(shortName(tile.layer.name), Qt::ElideMiddle, qRound(title.width() - kind)));
    painter.setFont(kinds);
    painter.setPen(inkOf(tile.layer.dtype, look));
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, dtype);

    const auto bands = SizeBands::of(m_format);
    const QRectF plot(box.left() + pad, title.bottom(), box.width() - 2 * pad,
                      box.height() - scaled(kTitle + kWords) - 1);
    const auto x = [&](double exponent) {
        return plot.left() +
               (std::clamp(exponent, bands.left, bands.right) - bands.left) / (bands.right - bands.left) * plot.width();
    };
    const auto ground = [&](double from, double to, Token token) {
        painter.fillRect(QRectF(x(from), plot.top(), x(to) - x(from), plot.height()), look.color(token));
    };
    ground(bands.left, bands.zero, Token::LostGround);
    ground(bands.zero, bands.normal, Token::SelectionGround);
    ground(bands.overflow, bands.right, Token::LostGround);
    const auto& sizes = tile.layer.sizes;
    const std::int64_t most = sizes.counts.empty() ? 0 : *std::ranges::max_element(sizes.counts);
    const QColor hue = inkOf(tile.layer.dtype, look);
    for (std::size_t i = 0; i < sizes.counts.size() && most > 0; ++i) {
        const double from = sizes.log2_low + static_cast<int>(i) + shift();
        if (sizes.counts[i] == 0 || from + 1 <= bands.left || from >= bands.right) continue;
        const double high = static_cast<double>(sizes.counts[i]) / static_cast<double>(most) * (plot.height() - 2);
        painter.fillRect(QRectF(x(from), plot.bottom() - high, std::max(1.0, x(from + 1) - x(from) - 0.6), high), hue);
    }
    painter.setPen(QPen(look.color(Token::Hairline), 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const auto words = [&](const QString& text, Qt::Alignment side, bool lost) {
        painter.setFont(textFont(scaled(10.5), lost ? QFont::DemiBold : QFont::Normal));
        painter.setPen(look.color(lost ? Token::Lost : Token::Muted));
        painter.drawText(QRectF(plot.left(), plot.bottom() + 1, plot.width(), scaled(kWords)), side | Qt::AlignVCenter,
                         text);
    };
    words(QStringLiteral("0: ") + shareText(tile.losses.zero + tile.losses.lost, tile.losses.total), Qt::AlignLeft,
          tile.losses.lost > 0);
    const std::int64_t beyond = tile.losses.overflowed + tile.losses.nonfinite;
    words(QStringLiteral("inf: ") + shareText(beyond, tile.losses.total), Qt::AlignRight, beyond > 0);
}

QString LayersView::reading() const {
    const auto at = item();
    if (!at || *at >= m_tiles.size()) return {};
    const auto& [layer, losses] = m_tiles[*at];
    return tr("%1, %2: of %3 numbers %4 are 0, %5 more become 0 in %6, %7 overflow, %8 are Inf or NaN")
        .arg(QString::fromStdString(layer.name), QString::fromStdString(layer.dtype), countText(losses.total),
             countText(losses.zero), countText(losses.lost), QString::fromStdString(m_format.name),
             countText(losses.overflowed), countText(losses.nonfinite));
}

void LayersView::tell() {
    const QString at = reading();
    const QString hint =
        m_tiles.empty()
            ? QString()
            : tr("Bands of %1: red becomes 0 or overflows, grey is subnormal; each plot has its own height. "
                 "Enter or a click shows one large.")
                  .arg(QString::fromStdString(m_format.name));
    setReading(at.isEmpty() ? hint : at);
    speak(at.isEmpty() ? accessibleName() + ". " + hint : at);
    canvas()->update();
}

QString LayersView::caption() const {
    if (!run()) return {};
    QString words = tr("step %1, bands of %2").arg(m_step).arg(QString::fromStdString(m_format.name));
    if (!m_activations->isChecked()) words += QStringLiteral(", × ") + powerOfTwo(shift());
    return words + QStringLiteral(" · ") + captionOf(run()->record());
}

TextTable LayersView::numbers() const {
    TextTable table{{tr("layer"), tr("what"), tr("dtype"), tr("numbers"), tr("are 0"), tr("become 0"), tr("overflow"),
                     tr("Inf, NaN"), tr("share lost to 0"), tr("share lost to Inf")},
                    {}};
    for (const auto& [layer, losses] : m_tiles)
        table.rows << QStringList{QString::fromStdString(layer.name),
                                  layer.what == "gradient" ? tr("gradient") : tr("output"),
                                  QString::fromStdString(layer.dtype),
                                  QString::number(losses.total),
                                  QString::number(losses.zero),
                                  QString::number(losses.lost),
                                  QString::number(losses.overflowed),
                                  QString::number(losses.nonfinite),
                                  QString::number(losses.zeroShare(), 'g', 6),
                                  QString::number(losses.infShare(), 'g', 6)};
    return table;
}

void LayersView::buildMenu() {
    ScrolledInstrument::buildMenu();
    menu()->addSeparator();
    menu()->addAction(tr("Export the large plot …"), this, &LayersView::exportLarge)->setEnabled(large() != nullptr);
}

void LayersView::exportLarge() {
    const Tile* tile = large();
    if (!tile) return;
    openExportDialog(*this, [this] {
        refresh();
        const Tile* shown = large();
        if (!shown) throw nothingToShow({});
        Figure figure = largeFigure(*shown);
        figure.caption = paperCaption(figure.caption, figure.provenance);
        Exhibit exhibit{std::move(figure), {}, {}, {}, {}, m_plot->range(Qt::Horizontal), m_plot->range(Qt::Vertical)};
        nameExhibit(exhibit);
        exhibit.plot = QString::fromStdString(shown->layer.name);
        return exhibit;
    });
}

void LayersView::activate(std::size_t tile) {
    if (m_activations->isChecked()) m_bin.reset();
    const auto layer = m_tiles[tile].layer; // selecting makes the tiles anew
    const QString name = QString::fromStdString(layer.name);
    m_large = m_large == name ? QString() : name; // once more: small again
    if (run()) run()->selectParameter(m_large.isEmpty() ? QString() : parameterOf(layer.name, layer.what));
    showLarge();
    fitCanvas();
    buildMenu();
    tell();
}

} // namespace ampscope::ui
