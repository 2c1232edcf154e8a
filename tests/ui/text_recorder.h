// Records every text that a widget or plot paints: where it stands, and what of it the painter would cut off.
#pragma once

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QWidget>
#include <cmath>
#include <vector>

namespace ampscope::ui::testing {

struct PaintedText {
    QString text;
    QRectF ink;        ///< of its letters, device pixels
    QRectF line;       ///< from ascent to descent
    QRectF widgetClip; ///< what its widget may paint on
    QRectF textClip;   ///< what the painting code has cut out for it; null where it has not
    QColor color;      ///< of the letters
};

class TextRecorder : public QPaintDevice {
  public:
    explicit TextRecorder(const QSize& size) : m_size(size), m_engine(this) {}
    QPaintEngine* paintEngine() const override { return &m_engine; }
    const std::vector<PaintedText>& texts() const { return m_texts; }

    /// Texts of which a letter is missing, and pairs that lie on each other.
    QStringList faults() const {
        constexpr double kSlack = 1.5; // letters may lean over their box by a pixel
        QStringList found;
        std::vector<const PaintedText*> seen;
        for (const auto& text : m_texts) {
            if (text.text.trimmed().isEmpty() || !text.widgetClip.intersects(text.ink)) continue;
            const auto sticks_out = [&](const QRectF& clip) {
                return text.ink.left() < clip.left() - kSlack || text.ink.right() > clip.right() + kSlack;
            };
            // An edge of the clip that is the widget's own edge is that of a view that scrolls.
            const auto sticks_out_below = [&](const QRectF& clip) {
                return (text.ink.top() < clip.top() - kSlack && clip.top() > text.widgetClip.top() + kSlack) ||
                       (text.ink.bottom() > clip.bottom() + kSlack &&
                        clip.bottom() < text.widgetClip.bottom() - kSlack);
            };
            // What lies above or below the view of a scroll area is no fault; what its own painter cuts is.
            if (sticks_out(text.widgetClip) ||
                (!text.textClip.isNull() && (sticks_out(text.textClip) || sticks_out_below(text.textClip))))
                found << "cut: " + text.text;
            else
                seen.push_back(&text);
        }
        // Pieces of one line in two fonts: ink is measured in the first of them and may be too wide.
        const auto follow = [](const PaintedText& a, const PaintedText& b) {
            return std::abs(a.line.center().y() - b.line.center().y()) < a.line.height() / 4 &&
                   (a.line & b.line).width() <= kSlack;
        };
        for (std::size_t i = 0; i < seen.size(); ++i)
            for (std::size_t k = i + 1; k < seen.size(); ++k) {
                if (follow(*seen[i], *seen[k])) continue;
                const QRectF both = seen[i]->ink & seen[i]->widgetClip & seen[k]->ink & seen[k]->widgetClip;
                if (both.width() > kSlack && both.height() > kSlack)
                    found << "on each other: " + seen[i]->text + " / " + seen[k]->text;
            }
        return found;
    }

  protected:
    int metric(PaintDeviceMetric which) const override {
        switch (which) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmWidthMM: return qRound(m_size.width() * 25.4 / 96);
        case PdmHeightMM: return qRound(m_size.height() * 25.4 / 96);
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return 96;
        case PdmDepth: return 32;
        case PdmNumColors: return 1 << 24;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
        default: return QPaintDevice::metric(which);
        }
    }

  private:
    class Engine : public QPaintEngine {
      public:
        explicit Engine(TextRecorder* owner) : QPaintEngine(QPaintEngine::AllFeatures), m_owner(owner) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        Type type() const override { return QPaintEngine::User; }
        void updateState(const QPaintEngineState& now) override {
            if (now.state() & DirtyTransform) m_transform = now.transform();
            if (now.state() & DirtyPen) m_color = now.pen().color();
            if (now.state() & (DirtyClipRegion | DirtyClipPath | DirtyClipEnabled)) {
                const QPainter* painter = now.painter();
                m_clip = painter->hasClipping() ? m_transform.mapRect(painter->clipBoundingRect()) : QRectF();
            }
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawTextItem(const QPointF& place, const QTextItem& item) override {
            const QFontMetricsF metrics(item.font());
            const QRectF ink = metrics.tightBoundingRect(item.text()).translated(place);
            const QRectF line(place.x(), place.y() - item.ascent(), item.width(), item.ascent() + item.descent());
            const QRegion system = systemClip();
            m_owner->m_texts.push_back(
                {item.text(), m_transform.mapRect(ink), m_transform.mapRect(line),
                 system.isEmpty() ? QRectF(QPointF(0, 0), QSizeF(m_owner->m_size)) : QRectF(system.boundingRect()),
                 m_clip, m_color});
        }

      private:
        TextRecorder* m_owner;
        QTransform m_transform;
        QRectF m_clip;
        QColor m_color;
    };

    QSize m_size;
    mutable Engine m_engine;
    std::vector<PaintedText> m_texts;
};

/// Widgets beside each other (children of one parent) that cover each other.
inline QStringList coveredWidgets(const QWidget& root) {
    QStringList found;
    for (const auto* parent : root.findChildren<QWidget*>() + QList<QWidget*>{const_cast<QWidget*>(&root)}) {
        QList<const QWidget*> shown;
        for (const auto* child : parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (child->isVisible() && !child->isWindow()) shown << child;
        for (qsizetype i = 0; i < shown.size(); ++i)
            for (qsizetype k = i + 1; k < shown.size(); ++k) {
                const QRect both = shown[i]->geometry() & shown[k]->geometry();
                if (both.width() > 1 && both.height() > 1)
                    found << QString("%1 covers %2 in %3")
                                 .arg(shown[k]->metaObject()->className(), shown[i]->metaObject()->className(),
                                      parent->metaObject()->className());
            }
    }
    return found;
}

} // namespace ampscope::ui::testing
