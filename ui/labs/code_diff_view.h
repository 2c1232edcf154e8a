// The PyTorch lines of two runs beside each other, with what differs marked.
#pragma once

#include <QWidget>

#include "core/train/code_diff.h"

namespace ampscope::ui {

/// Only the lines that differ and their neighbours; a click, Enter or Space shows all of them, and back.
class CodeDiffView : public QWidget {
    Q_OBJECT
  public:
    explicit CodeDiffView(QWidget* parent = nullptr);

    void setListings(const QString& leftTitle, const QString& rightTitle, std::vector<train::DiffRow> rows);
    /// Both listings, line by line; "-" and "+" before what differs.
    QString text() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {300, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    struct Shown {
        std::size_t row;
        bool isGap = false; ///< lines were left out before it
    };
    std::vector<Shown> shownRows() const;
    void toggle();

    QString m_leftTitle, m_rightTitle;
    std::vector<train::DiffRow> m_rows;
    bool m_expanded = false;
};

} // namespace ampscope::ui
