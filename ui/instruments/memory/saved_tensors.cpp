#include "ui/instruments/memory/saved_tensors.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/text/message.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/instruments/compact_table.h"
#include "ui/instruments/memory/memory_parts.h"
#include "ui/instruments/note_line.h"
#include "ui/instruments/paper/paper_menu.h"
#include "ui/instruments/step/look_button.h"
#include "ui/plot/theme_switch.h"

namespace ampscope::ui {

using record::SavedTensor;
using record::SavedTensors;

namespace {

enum { kBytes, kLayer, kOp, kShape, kDtype, kKind, kColumns };

QString shapeOf(const SavedTensor& tensor) {
    QStringList sizes;
    for (const auto size : tensor.shape)
        sizes << QString::number(size);
    return sizes.isEmpty() ? QStringLiteral("1") : sizes.join(QStringLiteral("×"));
}

// "MmBackward0" -> "Mm": every op that reads it is a backward function.
QString opOf(const SavedTensor& tensor) {
    if (tensor.op.empty()) return SavedTensorTable::tr("recomputation"); // a part that backward computes again
    QString name = QString::fromStdString(tensor.op);
    while (!name.isEmpty() && name.back().isDigit())
        name.chop(1);
    if (name.endsWith("Backward")) name.chop(8);
    return name.isEmpty() ? QString::fromStdString(tensor.op) : name;
}

bool counts(const SavedTensor& tensor) {
    return !tensor.is_weight && !tensor.is_repeat;
}

QString kindOf(const SavedTensor& tensor) {
    if (tensor.is_weight) return SavedTensorTable::tr("weight, held anyway");
    if (tensor.is_repeat) return SavedTensorTable::tr("stands above already");
    return tensor.is_cast ? SavedTensorTable::tr("16-bit copy of a weight") : SavedTensorTable::tr("activation");
}

} // namespace

SavedTensorTable::SavedTensorTable(QWidget* parent)
    : Instrument("saved-tensors", parent),
      m_table(makeCompactTable(this)),
      m_layers(new ComboBox(this)),
      m_sum(new NoteLine(2, this)),
      m_look(new LookButton({.memory = true}, this)) {
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_layers->setMinimumContentsLength(5);
    addToHeader(m_layers);
    body()->addWidget(m_table);
    body()->addWidget(m_sum);
    body()->addWidget(m_look, 0, Qt::AlignCenter);
    m_table->setColumnCount(kColumns);
    m_table->installEventFilter(this);
    connect(m_layers, &QComboBox::activated, this,
            [this](int index) { setLayer(m_layers->itemData(index).toString()); });
    connect(m_table, &QTableWidget::cellClicked, this, [this](int row) {
        const auto rows = shown();
        if (!run() || row >= static_cast<int>(rows.size())) return;
        const SavedTensor& tensor = *rows[static_cast<std::size_t>(row)];
        if (tensor.is_weight || tensor.is_cast)
            run()->selectParameter(QString::fromStdString(tensor.layer) + ".weight");
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int column) {
        setOrder(column == kLayer ? Order::Layer : column == kOp ? Order::Op : Order::Bytes);
    });
    translated(this, [this] {
        setTitle(tr("Kept tensors"));
        m_table->setAccessibleName(tr("Tensors that forward kept for backward"));
        m_layers->setAccessibleName(tr("layer"));
        m_layers->setToolTip(tr("Show one layer only"));
        m_table->setHorizontalHeaderLabels({tr("bytes"), tr("layer"), tr("op"), tr("shape"), tr("dtype"), tr("what")});
        for (const int column : {kLayer, kOp, kShape, kDtype, kKind})
            m_table->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        buildMenu();
    });
}

void SavedTensorTable::buildMenu() {
    menu()->clear();
    addPaperEntries(*this, *menu());
    menu()->addSeparator();
    const auto order = [&](const QString& name, Order by) {
        menu()->addAction(name, this, [this, by] { setOrder(by); });
    };
    order(tr("Order by bytes"), Order::Bytes);
    order(tr("Order by layer"), Order::Layer);
    order(tr("Order by op"), Order::Op);
    order(tr("Order of saving"), Order::Saved);
}

TextTable SavedTensorTable::paperTable() const {
    return numbers();
}

const SavedTensors* SavedTensorTable::saved() const {
    return run() && run()->hasRun() ? run()->record().detail_at<SavedTensors>(run()->selectedStep()) : nullptr;
}

void SavedTensorTable::setOrder(Order order) {
    m_reversed = order == m_order && !m_reversed;
    m_order = order;
    refresh();
}

void SavedTensorTable::setLayer(const QString& layer) {
    m_layer = layer;
    refresh();
}

std::vector<const SavedTensor*> SavedTensorTable::shown() const {
    std::vector<const SavedTensor*> rows;
    const auto* all = saved();
    if (!all) return rows;
    const std::string layer = m_layer.toStdString();
    for (const auto& tensor : all->tensors)
        if (layer.empty() || tensor.layer == layer || tensor.layer.starts_with(layer + ".")) rows.push_back(&tensor);
    switch (m_order) {
    case Order::Saved: break;
    case Order::Layer: std::ranges::stable_sort(rows, {}, &SavedTensor::layer); break;
    case Order::Op: std::ranges::stable_sort(rows, {}, &SavedTensor::op); break;
    case Order::Bytes: // those that are in no sum come last
        std::ranges::stable_sort(rows, [](const auto* a, const auto* b) {
            return std::pair(counts(*a), a->bytes) > std::pair(counts(*b), b->bytes);
        });
    }
    if (m_reversed) std::ranges::reverse(rows);
    return rows;
}

TextTable SavedTensorTable::numbers() const {
    TextTable table{{tr("bytes"), tr("layer"), tr("op"), tr("shape"), tr("dtype"), tr("what")}, {}};
    for (const auto* tensor : shown())
        table.rows << QStringList{QString::number(tensor->bytes),        QString::fromStdString(tensor->layer),
                                  QString::fromStdString(tensor->op),    shapeOf(*tensor),
                                  QString::fromStdString(tensor->dtype), kindOf(*tensor)};
    return table;
}

QString SavedTensorTable::sumWords() const {
    const auto* all = saved();
    if (!all) return {};
    std::int64_t bytes = 0, count = 0;
    for (const auto* tensor : shown())
        if (counts(*tensor)) bytes += tensor->bytes, ++count;
    QString words = tr("%1 in %2 tensors that count.").arg(bytesText(static_cast<double>(bytes))).arg(count);
    const record::Sample* sample = nullptr; // of the step that was looked into
    for (const auto& detail : run()->record().details())
        if (std::get_if<SavedTensors>(&detail.payload) == all)
            for (const auto& row : run()->record().samples())
                if (row.step() == detail.step) sample = &row;
    if (!m_layer.isEmpty() || !sample) return words;
    const double held = (*sample)[record::Column::BytesActivations];
    if (record::is_missing(held)) return words;
    const double rest = held - static_cast<double>(bytes);
    words +=
        " " + (rest == 0 ? tr("Exactly the column bytes_activations of step %1.").arg(sample->step())
                         : tr("The column bytes_activations of step %1 says %2: the difference of %3 is what no op "
                              "saves, such as logits that the trainer holds.")
                               .arg(sample->step())
                               .arg(bytesText(held), bytesText(rest)));
    return words;
}

void SavedTensorTable::fillLayers() {
    QStringList layers;
    if (const auto* all = saved())
        for (const auto& tensor : all->tensors) {
            QString name = QString::fromStdString(tensor.layer);
            const QString block = name.section('.', 0, 1);
            if (!block.isEmpty() && !layers.contains(block)) layers << block;
            if (!name.isEmpty() && !layers.contains(name)) layers << name;
        }
    if (!m_layer.isEmpty() && !layers.contains(m_layer)) m_layer.clear();
    m_layers->clear();
    m_layers->addItem(tr("all layers"), QString());
    for (const auto& layer : layers)
        m_layers->addItem(layer, layer);
    m_layers->setCurrentIndex(std::max(0, m_layers->findData(m_layer)));
    m_layers->setVisible(!layers.isEmpty());
}

QString SavedTensorTable::markedLayer() const {
    const QString parameter = run() ? run()->selectedParameter() : QString();
    return parameter.endsWith(".weight") ? parameter.chopped(7) : parameter;
}

void SavedTensorTable::fillTable() {
    const Filling filling{saved(),
                          run() ? run()->rewrites() : 0,
                          run() ? run()->record().details().size() : 0,
                          m_order,
                          m_reversed,
                          m_layer,
                          markedLayer(),
                          static_cast<int>(ThemeSwitch::instance().kind()),
                          static_cast<int>(LanguageSwitch::instance().language()),
                          ThemeSwitch::instance().scale()};
    if (m_filling == filling) return;
    fillLayers();
    m_filling = filling;
    m_filling->layer = m_layer; // the layer may not be there any more
    const auto rows = shown();
    m_table->setVisible(!rows.empty());
    m_table->setRowCount(static_cast<int>(rows.size()));
    bool is_in_sight = false;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const SavedTensor& tensor = *rows[static_cast<std::size_t>(row)];
        const bool marked = !filling.marked.isEmpty() && QString::fromStdString(tensor.layer) == filling.marked;
        putCell(m_table, row, kBytes, bytesText(static_cast<double>(tensor.bytes)));
        putCell(m_table, row, kLayer, QString::fromStdString(tensor.layer), false);
        putCell(m_table, row, kOp, opOf(tensor), false);
        putCell(m_table, row, kShape, shapeOf(tensor), false);
        putCell(m_table, row, kDtype, QString::fromStdString(tensor.dtype), false);
        putCell(m_table, row, kKind, kindOf(tensor), false);
        for (int column = 0; column < kColumns; ++column) {
            auto* item = m_table->item(row, column);
            if (column != kBytes) item->setFont(textFont(scaled(kTickPixels)));
            item->setToolTip(QString::fromStdString(tensor.op) + ": " + kindOf(tensor));
            if (!counts(tensor)) item->setForeground(theme().color(Token::Muted));
            if (marked) item->setBackground(theme().color(Token::SelectionGround));
        }
        if (marked && !std::exchange(is_in_sight, true)) m_table->scrollToItem(m_table->item(row, kLayer));
    }
}

void SavedTensorTable::update() {
    fillTable();
    const bool looked = saved() != nullptr;
    setProvenance(!looked ? std::nullopt
                          : std::optional(run()->isRecorded() ? Provenance::Recorded : Provenance::Measured));
    m_sum->setText(looked ? sumWords() : tr("Nobody has looked inside this step yet."));
    setAccessibleDescription(m_sum->text());
    m_look->offer(run(), run() && !run()->record().detail_of<SavedTensors>(run()->stepToLookInside()));
    fit();
}

void SavedTensorTable::fit() {
    int below = m_sum->height() + 2;
    if (!m_look->isHidden()) below += m_look->sizeHint().height() + 4;
    fitColumns(m_table, {kKind, kShape, kDtype}, below);
}

bool SavedTensorTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && event->type() == QEvent::Resize &&
        static_cast<QResizeEvent*>(event)->size().width() != static_cast<QResizeEvent*>(event)->oldSize().width())
        fit();
    return Instrument::eventFilter(watched, event);
}

void SavedTensorTable::resizeEvent(QResizeEvent* event) {
    Instrument::resizeEvent(event);
    fit();
}

} // namespace ampscope::ui
