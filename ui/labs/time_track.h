// The steps of a run as a line: where it is, what happened when, and which step is looked at.
#pragma once

#include <QAbstractSlider>
#include <vector>

#include "ui/labs/time_marks.h"

namespace ampscope::ui {

/// A slider over the steps. Click or drag to choose one. Keys: Left and Right (Shift: ten), Home and End, Ctrl+Left and
/// Ctrl+Right to the fact before and after, Space plays the record, + and - change the speed.
class TimeTrack : public QAbstractSlider {
    Q_OBJECT
  public:
    explicit TimeTrack(QWidget* parent = nullptr);
    void setRun(RunModel* run);
    /// The run or its selection is another one.
    void follow();
    const TimeMarks& marks() const { return m_marks; }

    /// A fact before (-1) or after (1) the selected step becomes the selected step. False without one.
    bool goToFact(int by);

    /// A mark as it is painted. Those that stand closer than a glyph is wide become strokes (skipped steps, of which no
    /// column of pixels is ever left out), or are left out.
    struct Drawn {
        TimeMark::Kind kind;
        int x;
        bool isStroke;
        std::size_t mark; ///< place in marks().all()
    };
    std::vector<Drawn> drawn() const;
    /// What happened where the pointer is, line by line; "" for nothing.
    QString wordsAt(double x) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

  private:
    double pixelOf(std::int64_t step) const;
    std::int64_t stepAt(double pixel) const;
    void paintMark(QPainter& painter, const Drawn& mark) const;

    QPointer<RunModel> m_run;
    TimeMarks m_marks;
};

} // namespace ampscope::ui
