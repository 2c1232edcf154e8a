// Letters as shapes: hands everything that is painted on to another painter, texts as filled paths.
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <memory>

class QPainter;

namespace ampscope::ui {

/// `target` is an active painter, in units of 1/96 inch, and must outlive the device.
class OutlineDevice : public QPaintDevice {
  public:
    OutlineDevice(QPainter& target, const QSizeF& size);
    ~OutlineDevice() override;
    QPaintEngine* paintEngine() const override;

  protected:
    int metric(PaintDeviceMetric which) const override;

  private:
    class Engine;
    QSize m_size;
    std::unique_ptr<Engine> m_engine;
};

} // namespace ampscope::ui
