// Widgets that are put away for a while, whoever else shows or hides them meanwhile.
#pragma once

#include <QMap>
#include <QObject>
#include <QPointer>
#include <QWidget>

namespace ampscope::ui {

/// While it is drawn, its widgets are hidden; one that is shown meanwhile goes back behind it. When it is lifted, each
/// is as whoever owns it wanted it last. GUI thread.
class Curtain : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;
    ~Curtain() override { lift(); }
    void draw(const QList<QWidget*>& widgets);
    void lift();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void hide(QWidget* widget);
    struct Behind {
        QPointer<QWidget> widget;
        bool isWanted;
    };
    QList<Behind> m_behind;
    bool m_isOurs = false; ///< the change of visibility under way is this class's own
};

} // namespace ampscope::ui
