// A menu of number formats: the known ones with their facts, and one of one's own.
#pragma once

#include <QToolButton>
#include <functional>

#include "core/numeric/format.h"

class QMenu;

namespace ampscope::ui {

/// Fills `menu`. `isChecked` says which formats are chosen now; `choose` is called with the one that was clicked or
/// typed. `accepts` leaves out formats that make no sense there; none: all.
struct FormatMenu {
    std::function<bool(const numeric::FloatFormat&)> isChecked;
    std::function<void(const numeric::FloatFormat&)> choose;
    std::function<bool(const numeric::FloatFormat&)> accepts = {};
};
void fillFormatMenu(QMenu* menu, const FormatMenu& options);

/// A button for the header of an instrument that shows one format and lets another be chosen.
class FormatButton : public QToolButton {
    Q_OBJECT
  public:
    explicit FormatButton(FormatMenu options, QWidget* parent = nullptr);
    void show(const numeric::FloatFormat& format);

  private:
    FormatMenu m_options;
    numeric::FloatFormat m_format;
};

} // namespace ampscope::ui
