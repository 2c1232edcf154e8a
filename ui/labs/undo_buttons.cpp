#include "ui/labs/undo_buttons.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QUndoStack>

#include "ui/bridge/language.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

namespace {

/// A bent arrow, drawn: fonts differ in theirs.
class ArrowButton : public QToolButton {
  public:
    explicit ArrowButton(bool forward) : m_forward(forward) {
        setProperty("role", "flat");
        setText(QStringLiteral("   ")); // as wide as a letter
    }

  protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(QRectF(rect()).center());
        if (m_forward) painter.scale(-1, 1);
        const double u = scaled(1);
        const Token ink = !isEnabled() ? Token::Hairline : underMouse() || hasFocus() ? Token::Text : Token::Muted;
        painter.setPen(QPen(theme().color(ink), 1.7 * u, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawArc(QRectF(-5 * u, -3 * u, 10 * u, 8 * u), -90 * 16, 180 * 16);
        painter.drawLine(QPointF(0, -3 * u), QPointF(-6 * u, -3 * u));
        painter.drawPolyline(QPolygonF{{-3 * u, -6 * u}, {-6 * u, -3 * u}, {-3 * u, 0}});
    }

  private:
    const bool m_forward;
};

} // namespace

UndoButtons::UndoButtons(QUndoStack& stack, std::function<void()> reset, QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto *undo = new ArrowButton(false), *redo = new ArrowButton(true);
    auto* again = new QPushButton;
    undo->setObjectName("undo");
    redo->setObjectName("redo");
    again->setObjectName("reset");
    row->addWidget(undo);
    row->addWidget(redo);
    row->addWidget(again, 1);
    const auto enable = [&stack, undo, redo] {
        undo->setEnabled(stack.canUndo());
        redo->setEnabled(stack.canRedo());
    };
    connect(&stack, &QUndoStack::indexChanged, this, enable);
    connect(undo, &QToolButton::clicked, &stack, &QUndoStack::undo);
    connect(redo, &QToolButton::clicked, &stack, &QUndoStack::redo);
    connect(again, &QPushButton::clicked, this, std::move(reset));
    enable();
    translated(this, [undo, redo, again] {
        undo->setToolTip(tr("Undo the last change (Ctrl+Z)"));
        redo->setToolTip(tr("Do it again (Ctrl+Shift+Z)"));
        for (QToolButton* button : std::initializer_list<QToolButton*>{undo, redo})
            button->setAccessibleName(button->toolTip());
        again->setText(tr("Reset"));
        again->setToolTip(tr("Every setting as the author left it; this can be undone"));
    });
}

} // namespace ampscope::ui
