#include "ui/instruments/step/shadow_error.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/io/numbers.h"
#include "core/scenario/fields.h"
#include "ui/bridge/language.h"
#include "ui/instruments/captions.h"
#include "ui/instruments/dtype_style.h"
#include "ui/instruments/figures.h"
#include "ui/instruments/step/look_button.h"
#include "ui/instruments/step/step_details.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::ShadowError;

namespace {

constexpr double kRow = 20, kHead = 36, kFoot = 40, kCount = 58, kType = 40;

// Half a ULP of a number at the start of its binade, relative to it: the most that a single rounding can make.
struct Rounding {
    const char* format;
    int log2;
};
constexpr std::array kRoundings = {Rounding{"bf16", -8}, Rounding{"fp16", -11}, Rounding{"fp32", -24}};

QString figure(double value) {
    return std::isnan(value) ? QStringLiteral("–") : QString::fromStdString(io::to_text(value, 3));
}

void paintMarker(QPainter& painter, const QPointF& at, Marker marker, double size) {
    switch (marker) {
    case Marker::Circle: painter.drawEllipse(at, size, size); break;
    case Marker::Square: painter.drawRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size)); break;
    case Marker::Triangle:
        painter.drawPolygon(
            QPolygonF{at + QPointF(0, -size * 1.2), at + QPointF(size * 1.1, size), at + QPointF(-size * 1.1, size)});
        break;
    case Marker::Diamond:
        painter.drawPolygon(QPolygonF{at + QPointF(0, -size * 1.3), at + QPointF(size * 1.3, 0),
                                      at + QPointF(0, size * 1.3), at + QPointF(-size * 1.3, 0)});
        break;
    case Marker::Cross:
        painter.drawLine(at + QPointF(-size, -size), at + QPointF(size, size));
        painter.drawLine(at + QPointF(-size, size), at + QPointF(size, -size));
        break;
    }
}

} // namespace

QString ShadowErrorView::Row::parameter() const {
    return parameterOf(layer.name, layer.what);
}

ShadowErrorView::ShadowErrorView(QWidget* parent)
    : ScrolledInstrument("shadow-error", parent),
      m_look(new LookButton({.shadow = true}, this)),
      m_activations(new QToolButton(this)),
      m_gradients(new QToolButton(this)) {
    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(0, 2, 0, 2);
    controls->setSpacing(6);
    for (auto* button : {m_activations, m_gradients}) {
        button->setCheckable(true);
        button->setChecked(true);
        button->setProperty("role", "switch");
        controls->addWidget(button);
        // One of them stays on.
        connect(button, &QToolButton::clicked, this, [this, button](bool on) {
            auto* other = button == m_activations ? m_gradients : m_activations;
            if (!on && !other->isChecked()) other->setChecked(true);
            forgetItem();
            refresh();
        });
    }
    controls->addWidget(m_look);
    controls->addStretch(1);
    body()->insertLayout(0, controls);
    translated(this, [this] {
        m_activations->setText(tr("activations"));
        m_gradients->setText(tr("gradients"));
        m_activations->setToolTip(tr("Outputs of the layers"));
        m_gradients->setToolTip(tr("Gradients of the parameters, divided by the loss scale"));
        for (auto* button : {m_activations, m_gradients})
            button->setAccessibleName(button->text());
    });
}

void ShadowErrorView::setSortedByError(bool sorted) {
    m_byError = sorted;
    forgetItem();
    refresh();
    buildMenu();
}

void ShadowErrorView::buildMenu() {
    ScrolledInstrument::buildMenu();
    menu()->addSeparator();
    auto* sorted = menu()->addAction(tr("Largest error first"), this, [this](bool on) { setSortedByError(on); });
    sorted->setCheckable(true);
    sorted->setChecked(m_byError);
}

void ShadowErrorView::follow() {
    const auto newest = newestDetail<ShadowError>(run());
    m_look->offer(run(), newest.isMissing);
    m_step = newest.step;
    m_rows.clear();
    const ShadowError* other = nullptr;
    for (const auto& beside : comparison())
        if (beside && beside != run() && !other) other = newestDetail<ShadowError>(beside).payload;
    m_hasOther = other != nullptr;
    if (newest.payload)
        for (const auto& layer : newest.payload->layers) {
            if (!(layer.what == "gradient" ? m_gradients : m_activations)->isChecked()) continue;
            Row row{layer, {}};
            if (other)
                for (const auto& same : other->layers)
                    if (same.name == layer.name && same.what == layer.what) row.other = same.relative;
            m_rows.push_back(std::move(row));
        }
    std::ranges::stable_sort(m_rows, [this](const Row& a, const Row& b) {
        if (a.layer.what != b.layer.what) return a.layer.what < b.layer.what;
        if (!m_byError || std::isnan(a.layer.relative) || std::isnan(b.layer.relative)) return false;
        return a.layer.relative > b.layer.relative;
    });
    setTitle(tr("Error against fp32"));
    double worst = -1;
    const Row* worst_row = nullptr;
    for (const auto& row : m_rows)
        if (row.layer.relative > worst) worst = row.layer.relative, worst_row = &row;
    if (worst_row) {
        setSubtitle(tr("step %1 · largest %2 in %3")
                        .arg(m_step)
                        .arg(figure(worst), QString::fromStdString(worst_row->layer.name)));
        setProvenance(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured);
    } else {
        setSubtitle({});
        setProvenance({});
    }
    fitCanvas();
    tell();
}

QSizeF ShadowErrorView::drawnSize(double width) const {
    return {width, kHead + kRow * static_cast<double>(std::max<std::size_t>(1, m_rows.size())) + kFoot};
}

ShadowErrorView::Places ShadowErrorView::placesIn(const QRectF& area) const {
    const QFont font = monoFont(scaled(10.5));
    double names = scaled(60);
    double least = 0, most = -40;
    const auto note = [&](double relative) {
        if (!(relative > 0) || !std::isfinite(relative)) return;
        least = std::min(least, std::log2(relative));
        most = std::max(most, std::log2(relative));
    };
    for (const auto& row : m_rows) {
        names = std::max(names, QFontMetricsF(font).horizontalAdvance(QString::fromStdString(row.layer.name)));
        note(row.layer.relative);
        if (row.other) note(*row.other);
    }
    names = std::min(names, area.width() * 0.36);
    Places places;
    const bool narrow = area.width() < scaled(420);
    places.plotLeft = area.left() + names + scaled(10);
    places.right = area.right() - scaled(5);
    places.nonfinite = places.right - scaled(narrow ? 44 : kCount);
    places.lost = places.nonfinite - scaled(narrow ? 44 : kCount);
    places.dtype = places.lost - scaled(kType);
    places.plotRight = places.dtype - scaled(10);
    // The roundings of the 16-bit formats are always in sight.
    places.lower = std::min(static_cast<int>(std::floor(least)) - 1, -14);
    places.upper = std::max(static_cast<int>(std::ceil(most)) + 1, -4);
    return places;
}

QRectF ShadowErrorView::rowBox(const QRectF& area, std::size_t row) const {
    return {area.left(), area.top() + scaled(kHead + static_cast<double>(row) * kRow), area.width(), scaled(kRow)};
}

void ShadowErrorView::draw(QPainter& painter, const QRectF& area) const {
    if (m_rows.empty())
        return drawNothing(painter, area,
                           run() && run()->hasRun() ? tr("No step has been compared with fp32 yet.")
                                                    : tr("No run yet."));
    const Places places = placesIn(area);
    paintGrid(painter, area, places);
    const QString parameter = run() ? run()->selectedParameter() : QString();
    const auto at = item();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QRectF box = rowBox(area, i);
        if (!parameter.isEmpty() && m_rows[i].parameter() == parameter) {
            painter.fillRect(box, theme().color(Token::SelectionGround));
            painter.fillRect(QRectF(box.topLeft(), QSizeF(scaled(3), box.height())), theme().color(Token::Accent));
        }
        if (at == i) {
            painter.setPen(QPen(theme().color(Token::Accent), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        if (i > 0 && m_rows[i].layer.what != m_rows[i - 1].layer.what) {
            painter.setPen(QPen(theme().color(Token::Muted), 1));
            painter.drawLine(box.topLeft(), box.topRight());
        }
        paintRow(painter, box, places, m_rows[i]);
    }
    // Heads and axis stay in sight while the rows scroll.
    const bool on_screen = painter.device() == canvas();
    const double rows = area.top() + scaled(kHead + kRow * static_cast<double>(m_rows.size()));
    paintHeads(painter, places, on_screen ? std::max(area.top(), visibleTop()) : area.top());
    paintAxis(painter, places, on_screen ? std::min(rows, visibleBottom() - scaled(kFoot)) : rows);
}

void ShadowErrorView::paintGrid(QPainter& painter, const QRectF& area, const Places& places) const {
    const double top = area.top() + scaled(kHead), bottom = top + scaled(kRow) * static_cast<double>(m_rows.size());
    const auto line = [&](double exponent, const QPen& pen) {
        painter.setPen(pen);
        painter.drawLine(QPointF(places.x(exponent), top), QPointF(places.x(exponent), bottom));
    };
    for (int exponent = places.lower; exponent <= places.upper; ++exponent)
        if (exponent % strideOf(places) == 0) line(exponent, QPen(theme().color(Token::Grid), 1));
    for (const auto& rounding : kRoundings)
        if (places.lower <= rounding.log2 && rounding.log2 <= places.upper)
            line(rounding.log2, outlineOf(rounding.format, theme(), scaled(1.2)));
}

// Powers of two, as many as have room.
int ShadowErrorView::strideOf(const Places& places) const {
    const double each = QFontMetricsF(textFont(scaled(kTickPixels))).horizontalAdvance(powerOfTwo(-24)) + scaled(18);
    const double per = (places.plotRight - places.plotLeft) / std::max(1, places.upper - places.lower);
    int stride = 1;
    while (stride * per < each)
        stride *= 2;
    return stride;
}

static void paintWords(QPainter& painter, double left, double right, double y, const QString& text,
                       Qt::Alignment align) {
    painter.drawText(QRectF(left, y, right - left, scaled(18)), align | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, qRound(right - left)));
}

void ShadowErrorView::paintHeads(QPainter& painter, const Places& places, double top) const {
    painter.fillRect(QRectF(0, top - 2, places.right, scaled(kHead)), theme().color(Token::Panel));
    const QFont small = textFont(scaled(kTickPixels));
    painter.setFont(small);
    for (const auto& rounding : kRoundings) {
        if (rounding.log2 < places.lower || rounding.log2 > places.upper) continue;
        const double x = places.x(rounding.log2);
        painter.setPen(inkOf(rounding.format, theme()));
        const QString name = tr("half ULP %1").arg(rounding.format);
        const double wide = QFontMetricsF(small).horizontalAdvance(name);
        const double left =
            std::clamp(x - wide / 2, places.plotLeft, std::max(places.plotLeft, places.plotRight - wide));
        paintWords(painter, left, left + wide + 2, top + (rounding.log2 == -11 ? 0 : scaled(15)), name, Qt::AlignLeft);
    }
    painter.setPen(theme().color(Token::Muted));
    paintWords(painter, places.lost, places.nonfinite - scaled(4), top + scaled(15), tr("lost"), Qt::AlignRight);
    paintWords(painter, places.nonfinite, places.right, top + scaled(15), tr("Inf, NaN"), Qt::AlignRight);
}

void ShadowErrorView::paintAxis(QPainter& painter, const Places& places, double top) const {
    painter.fillRect(QRectF(0, top, places.right, scaled(kFoot) + 4), theme().color(Token::Panel));
    painter.setFont(textFont(scaled(kTickPixels)));
    painter.setPen(theme().color(Token::Muted));
    const int stride = strideOf(places);
    for (int exponent = places.lower; exponent <= places.upper; ++exponent)
        if (exponent % stride == 0)
            paintWords(painter, places.x(exponent) - scaled(40), places.x(exponent) + scaled(40), top + scaled(2),
                       powerOfTwo(exponent), Qt::AlignHCenter);
    paintWords(painter, places.plotLeft, places.right, top + scaled(19), tr("relative error, |x − x₃₂| / |x₃₂|"),
               Qt::AlignLeft);
}

void ShadowErrorView::paintRow(QPainter& painter, const QRectF& box, const Places& places, const Row& row) const {
    const double middle = box.center().y();
    const auto cell = [&](double left, double right, const QString& text, Qt::Alignment align) {
        painter.drawText(QRectF(left, box.top(), right - left, box.height()), align | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle, qRound(right - left)));
    };
    painter.setFont(monoFont(scaled(10.5)));
    painter.setPen(theme().color(Token::Text));
    cell(box.left() + scaled(5), places.plotLeft - scaled(6), QString::fromStdString(row.layer.name), Qt::AlignLeft);
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(places.plotLeft, middle), QPointF(places.plotRight, middle));
    const auto place = [&](double relative) { return places.x(std::log2(relative)); };
    const double size = scaled(4);
    const bool has_place = row.layer.relative > 0 && std::isfinite(row.layer.relative);
    if (row.other && *row.other > 0 && std::isfinite(*row.other)) {
        const QPointF at(place(*row.other), middle);
        painter.setPen(QPen(theme().color(Token::Muted), scaled(1.4)));
        if (has_place) painter.drawLine(at, QPointF(place(row.layer.relative), middle));
        painter.setBrush(theme().color(Token::Panel));
        painter.drawEllipse(at, size, size);
    }
    const QString format = hueOf(row.layer.dtype);
    const FormatStyle style = theme().format(format);
    if (has_place) {
        painter.setPen(QPen(style.color, scaled(1.4)));
        painter.setBrush(style.color);
        paintMarker(painter, QPointF(place(row.layer.relative), middle), style.marker, size);
    } else {
        painter.setFont(textFont(scaled(10.5)));
        painter.setPen(theme().color(Token::Muted));
        cell(places.plotLeft + scaled(4), places.plotRight,
             row.layer.relative == 0 ? tr("the same") : tr("nothing to compare"), Qt::AlignLeft);
    }
    painter.setFont(textFont(scaled(10.5), QFont::DemiBold));
    painter.setPen(inkOf(row.layer.dtype, theme()));
    cell(places.dtype, places.lost, QString::fromStdString(row.layer.dtype), Qt::AlignLeft);
    painter.setFont(monoFont(scaled(10.5)));
    const auto count = [&](double left, double right, std::int64_t value) {
        painter.setPen(theme().color(value > 0 ? Token::Lost : Token::Muted));
        cell(left, right, QString::fromStdString(text::grouped(value)), Qt::AlignRight);
    };
    count(places.lost, places.nonfinite - scaled(4), row.layer.lost);
    count(places.nonfinite, places.right, row.layer.nonfinite);
}

QString ShadowErrorView::reading() const {
    const auto at = item();
    if (!at || *at >= m_rows.size()) return {};
    const auto& [layer, other] = m_rows[*at];
    QString words = (layer.what == "gradient" ? tr("%1, gradient, %2: relative error %3, largest difference %4")
                                              : tr("%1, output, %2: relative error %3, largest difference %4"))
                        .arg(QString::fromStdString(layer.name), QString::fromStdString(layer.dtype),
                             figure(layer.relative), figure(layer.largest));
    words += QStringLiteral(" · ") + tr("zero here and not in fp32: %1, Inf or NaN: %2")
                                         .arg(QString::fromStdString(text::grouped(layer.lost)),
                                              QString::fromStdString(text::grouped(layer.nonfinite)));
    if (other) words += QStringLiteral(" · ") + tr("the run beside it: %1").arg(figure(*other));
    return words;
}

void ShadowErrorView::tell() {
    const QString at = reading();
    const QString hint =
        m_rows.empty() ? QString()
        : !m_hasOther  ? tr("The same step, weights and data once in fp32. Enter or a click selects the parameter.")
                       : tr("The same step once in fp32. Hollow: the run beside it. Enter or a click selects the "
                             "parameter.");
    setReading(at.isEmpty() ? hint : at);
    speak(at.isEmpty() ? accessibleName() + ". " + hint : at);
    canvas()->update();
}

QString ShadowErrorView::caption() const {
    return run() ? tr("step %1, against the same step in fp32").arg(m_step) + QStringLiteral(" · ") +
                       captionOf(run()->record())
                 : QString();
}

TextTable ShadowErrorView::numbers() const {
    TextTable table{{tr("layer"), tr("what"), tr("dtype"), tr("relative error"), tr("largest difference"), tr("lost"),
                     tr("Inf, NaN"), tr("relative error beside it")},
                    {}};
    for (const auto& [layer, other] : m_rows)
        table.rows << QStringList{QString::fromStdString(layer.name),
                                  layer.what == "gradient" ? tr("gradient") : tr("output"),
                                  QString::fromStdString(layer.dtype),
                                  QString::fromStdString(io::to_text(layer.relative)),
                                  QString::fromStdString(io::to_text(layer.largest)),
                                  QString::number(layer.lost),
                                  QString::number(layer.nonfinite),
                                  other ? QString::fromStdString(io::to_text(*other)) : QString()};
    return table;
}

void ShadowErrorView::activate(std::size_t row) {
    if (run()) run()->selectParameter(m_rows[row].parameter());
    tell();
}

} // namespace ampscope::ui
