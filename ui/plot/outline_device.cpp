#include "ui/plot/outline_device.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

namespace ampscope::ui {

class OutlineDevice::Engine : public QPaintEngine {
  public:
    explicit Engine(QPainter& target)
        : QPaintEngine(QPaintEngine::AllFeatures), m_target(target), m_base(target.worldTransform()) {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return QPaintEngine::User; }

    void updateState(const QPaintEngineState& now) override {
        const auto changed = now.state();
        if (changed & DirtyTransform) m_target.setWorldTransform(now.transform() * m_base);
        if (changed & DirtyPen) m_target.setPen(now.pen());
        if (changed & DirtyBrush) m_target.setBrush(now.brush());
        if (changed & DirtyBrushOrigin) m_target.setBrushOrigin(now.brushOrigin());
        if (changed & DirtyBackground) m_target.setBackground(now.backgroundBrush());
        if (changed & DirtyBackgroundMode) m_target.setBackgroundMode(now.backgroundMode());
        if (changed & DirtyOpacity) m_target.setOpacity(now.opacity());
        if (changed & DirtyHints) m_target.setRenderHints(now.renderHints());
        if (changed & DirtyClipRegion) m_target.setClipRegion(now.clipRegion(), now.clipOperation());
        if (changed & DirtyClipPath) m_target.setClipPath(now.clipPath(), now.clipOperation());
        if (changed & DirtyClipEnabled) m_target.setClipping(now.isClipEnabled());
    }

    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        switch (mode) {
        case PolylineMode: return m_target.drawPolyline(points, count);
        case ConvexMode: return m_target.drawConvexPolygon(points, count);
        default: m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        }
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        m_target.drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags how) override {
        m_target.drawImage(to, image, from, how);
    }
    void drawTextItem(const QPointF& place, const QTextItem& item) override {
        QPainterPath letters;
        letters.addText(place, item.font(), item.text());
        m_target.save();
        m_target.setRenderHint(QPainter::Antialiasing);
        m_target.fillPath(letters, painter()->pen().color());
        m_target.restore();
    }

  private:
    QPainter& m_target;
    QTransform m_base;
};

OutlineDevice::OutlineDevice(QPainter& target, const QSizeF& size)
    : m_size(size.toSize()), m_engine(std::make_unique<Engine>(target)) {}

OutlineDevice::~OutlineDevice() = default;

QPaintEngine* OutlineDevice::paintEngine() const {
    return m_engine.get();
}

int OutlineDevice::metric(PaintDeviceMetric which) const {
    constexpr double kDpi = 96, kMillimetresPerInch = 25.4;
    switch (which) {
    case PdmWidth: return m_size.width();
    case PdmHeight: return m_size.height();
    case PdmWidthMM: return qRound(m_size.width() * kMillimetresPerInch / kDpi);
    case PdmHeightMM: return qRound(m_size.height() * kMillimetresPerInch / kDpi);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return qRound(kDpi);
    case PdmDepth: return 32;
    case PdmNumColors: return 1 << 24;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
    default: return QPaintDevice::metric(which);
    }
}

} // namespace ampscope::ui
