// Controls in lines, as words in a paragraph.
#pragma once

#include <QLayout>
#include <QList>
#include <algorithm>

namespace ampscope::ui {

/// Each item has its wanted size; what does not fit into a line begins the next.
class FlowLayout : public QLayout {
  public:
    explicit FlowLayout(int spacing, QWidget* parent = nullptr) : QLayout(parent) {
        setContentsMargins(0, 0, 0, 0);
        setSpacing(spacing);
    }
    ~FlowLayout() override { qDeleteAll(m_items); }

    void addItem(QLayoutItem* item) override { m_items << item; }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override { return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr; }
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
    QSize sizeHint() const override {
        int width = 0, height = 0;
        for (const auto* item : m_items) {
            width += item->sizeHint().width() + spacing();
            height = std::max(height, item->sizeHint().height());
        }
        return {std::max(0, width - spacing()), height};
    }
    QSize minimumSize() const override {
        QSize size;
        for (const auto* item : m_items)
            size = size.expandedTo(item->minimumSize());
        return size;
    }
    void setGeometry(const QRect& rect) override {
        QLayout::setGeometry(rect);
        place(rect, true);
    }

  private:
    // Returns the height of all lines; items stand in the middle of theirs.
    int place(const QRect& area, bool apply) const {
        int y = area.top();
        for (qsizetype first = 0; first < m_items.size();) {
            int width = 0, height = 0;
            qsizetype end = first;
            for (; end < m_items.size(); ++end) {
                const QSize size = m_items[end]->sizeHint();
                if (end > first && width + size.width() > area.width()) break;
                width += size.width() + spacing();
                height = std::max(height, size.height());
            }
            int x = area.left();
            for (; first < end; ++first) {
                const QSize size = m_items[first]->sizeHint();
                if (apply) m_items[first]->setGeometry({QPoint(x, y + (height - size.height()) / 2), size});
                x += size.width() + spacing();
            }
            y += height + spacing();
        }
        return std::max(0, y - area.top() - spacing());
    }

    QList<QLayoutItem*> m_items;
};

} // namespace ampscope::ui
