// The application object of the window.
#pragma once

#include <QApplication>
#include <functional>

#include "core/text/failure.h"

namespace ampscope::gui {

/// What a slot or an event handler throws, such as memory that cannot be had, would end the process: Qt does not expect
/// it. Here it ends the event, and the window says so.
class Application : public QApplication {
  public:
    using QApplication::QApplication;

    std::function<void(const text::Error&)> onFailure;

    bool notify(QObject* receiver, QEvent* event) override {
        try {
            return QApplication::notify(receiver, event);
        } catch (...) {
            tell();
            return false;
        }
    }

  private:
    void tell() const {
        try {
            if (onFailure) onFailure(text::current_failure());
        } catch (...) { // not even for that is there memory
        }
    }
};

} // namespace ampscope::gui
