#include "ui/labs/field_editor.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

#include "core/io/numbers.h"
#include "ui/bridge/language.h"
#include "ui/instruments/combo_box.h"
#include "ui/plot/figure.h"

namespace ampscope::ui {

using scenario::FieldType;
using scenario::Scenario;

QString fieldLabel(const QString& path) {
    const std::pair<const char*, QString> names[] = {
        {"precision", FieldEditor::tr("precision")},
        {"scaler.enabled", FieldEditor::tr("loss scaler")},
        {"scaler.init_scale", FieldEditor::tr("initial scale")},
        {"scaler.growth_interval", FieldEditor::tr("growth interval")},
        {"scaler.growth_factor", FieldEditor::tr("growth factor")},
        {"scaler.backoff_factor", FieldEditor::tr("backoff factor")},
        {"loss_multiplier", FieldEditor::tr("loss multiplied by")},
        {"optimizer.lr", FieldEditor::tr("learning rate")},
        {"length.steps", FieldEditor::tr("steps")},
        {"clip.when", FieldEditor::tr("clipping")},
        {"autocast.rules", FieldEditor::tr("autocast rules")},
        {"accumulation_steps", FieldEditor::tr("micro-batches per step")},
        {"micro_batch_size", FieldEditor::tr("sequences per micro-batch")},
        {"optimizer.kind", FieldEditor::tr("optimizer")},
        {"data.lengths", FieldEditor::tr("lengths of the sequences")},
        {"loss_normalization", FieldEditor::tr("mean over")},
        {"name", FieldEditor::tr("name")},
        {"model.kind", FieldEditor::tr("model")},
        {"model.size", FieldEditor::tr("model size")},
        {"model.attention", FieldEditor::tr("attention")},
        {"model.ffn", FieldEditor::tr("feed-forward layer")},
        {"model.dropout", FieldEditor::tr("dropout")},
        {"model.norm_bias", FieldEditor::tr("added before the normalisation")},
        {"data.source", FieldEditor::tr("text")},
        {"data.language", FieldEditor::tr("language of the text")},
        {"data.tokens", FieldEditor::tr("a token is")},
        {"data.file", FieldEditor::tr("file of the text")},
        {"precision_by_epoch", FieldEditor::tr("precision of each epoch")},
        {"autocast.wrap", FieldEditor::tr("autocast holds")},
        {"autocast.island", FieldEditor::tr("part kept in fp32")},
        {"autocast.fp32_ops", FieldEditor::tr("ops kept in fp32")},
        {"fp16_accumulation", FieldEditor::tr("sums in 16-bit products")},
        {"scaler.policy", FieldEditor::tr("scaler policy")},
        {"scaler.min_scale", FieldEditor::tr("lowest scale")},
        {"scaler.max_scale", FieldEditor::tr("highest scale")},
        {"scaler.hysteresis", FieldEditor::tr("overflows borne")},
        {"optimizer.betas", FieldEditor::tr("betas of AdamW")},
        {"optimizer.eps", FieldEditor::tr("eps of AdamW")},
        {"optimizer.weight_decay", FieldEditor::tr("weight decay")},
        {"optimizer.momentum", FieldEditor::tr("momentum")},
        {"schedule.kind", FieldEditor::tr("schedule")},
        {"schedule.warmup_steps", FieldEditor::tr("warmup steps")},
        {"schedule.decay_steps", FieldEditor::tr("decay steps")},
        {"schedule.min_lr", FieldEditor::tr("learning rate at the end")},
        {"schedule.on_skip", FieldEditor::tr("schedule in skipped steps")},
        {"batch_size", FieldEditor::tr("sequences per step")},
        {"sequence_length", FieldEditor::tr("tokens per sequence")},
        {"clip.max_norm", FieldEditor::tr("largest gradient norm")},
        {"checkpointing.kind", FieldEditor::tr("checkpointing")},
        {"checkpointing.segments", FieldEditor::tr("segments")},
        {"checkpointing.rng", FieldEditor::tr("recompute with the same dice")},
        {"mistake", FieldEditor::tr("deliberate mistake")},
        {"seed", FieldEditor::tr("seed")},
        {"length.epochs", FieldEditor::tr("epochs")},
        {"threads", FieldEditor::tr("threads")},
        {"device", FieldEditor::tr("device")},
        {"record.level", FieldEditor::tr("what is recorded")},
        {"record.details_every", FieldEditor::tr("steps between details")},
    };
    for (const auto& [known, name] : names)
        if (path == QLatin1String(known)) return name;
    return path;
}

QString unitText(const scenario::Field& field) {
    if (field.unit == "steps") return FieldEditor::tr("steps", "unit");
    if (field.unit == "sequences") return FieldEditor::tr("sequences", "unit");
    if (field.unit == "tokens") return FieldEditor::tr("tokens", "unit");
    if (field.unit == "micro-batches") return FieldEditor::tr("micro-batches", "unit");
    if (field.unit == "epochs") return FieldEditor::tr("epochs", "unit");
    return QString::fromUtf8(field.unit.data(), static_cast<qsizetype>(field.unit.size()));
}

namespace {

// Scrolling a form must not change it.
class NumberBox : public QSpinBox {
  public:
    using QSpinBox::QSpinBox;

  protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};
class Slider : public QSlider {
  public:
    using QSlider::QSlider;

  protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace

FieldEditor::FieldEditor(const QString& path, Numbers numbers, QWidget* parent)
    : QWidget(parent),
      m_path(path),
      m_field(scenario::find_field(path.toStdString())),
      m_name(new QLabel(this)),
      m_error(new QLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    layout->addWidget(m_name);
    m_name->setProperty("role", "muted");
    m_error->setProperty("role", "error");
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->hide();
    if (!m_field) return;
    const bool slides = numbers == Numbers::Sliders;
    if (slides && path == "scaler.init_scale")
        buildSlider(0, 32, "2");
    else if (slides && path == "loss_multiplier")
        buildSlider(-8, 2, "10");
    else
        buildPlain();
    layout->addWidget(m_error);
    translated(this, [this] {
        const QString name = fieldLabel(m_path), unit = unitText(*m_field);
        m_name->setText(unit.isEmpty() || name.contains(unit) ? name : QString("%1 (%2)").arg(name, unit));
        setToolTip(say(m_field->meaning()) + QStringLiteral("\n") + say(scenario::allowed(*m_field)));
        for (auto* child : findChildren<QWidget*>())
            if (!qobject_cast<QLabel*>(child)) child->setAccessibleName(m_name->text());
    });
}

void FieldEditor::setValue(const Scenario& scenario) {
    if (!m_show) return;
    m_isShowing = true;
    m_show(scenario);
    m_isShowing = false;
    m_error->hide();
}

void FieldEditor::showError(const QString& words) {
    m_error->setText(words);
    m_error->show();
}

QString FieldEditor::error() const {
    return m_error->isHidden() ? QString() : m_error->text();
}

void FieldEditor::offer(const QString& value) {
    if (m_isShowing) return;
    try {
        Scenario trial;
        scenario::set_field(trial, m_path.toStdString(), value.toStdString());
        m_error->hide();
        Q_EMIT edited(m_path, value);
    } catch (const text::Error& error) {
        showError(say(error));
    }
}

// A slider over exponents, with the value as a power beside it.
void FieldEditor::buildSlider(int least, int most, const QString& base) {
    auto* row = new QHBoxLayout;
    auto* slider = new Slider(Qt::Horizontal, this);
    auto* shown = new QLabel(this);
    slider->setRange(least, most);
    slider->setPageStep(4);
    const auto text = [base](int exponent) {
        if (base == "2") return powerOfTwo(exponent);
        return exponent == 0 ? QStringLiteral("1") : powerOfTwo(exponent).replace(0, 1, QStringLiteral("10"));
    };
    shown->setMinimumWidth(shown->fontMetrics().horizontalAdvance(text(least < 0 ? least : most)) + 14);
    shown->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(slider, 1);
    row->addWidget(shown);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(slider, &QSlider::valueChanged, this, [this, shown, text, base](int exponent) {
        shown->setText(text(exponent));
        offer(base == "2" ? QString("2^%1").arg(exponent) : QString("1e%1").arg(exponent));
    });
    m_show = [this, slider, shown, text, base](const Scenario& scenario) {
        const double value = std::get<double>(m_field->get(scenario));
        const int exponent = static_cast<int>(std::lround(base == "2" ? std::log2(value) : std::log10(value)));
        slider->setValue(exponent);
        const bool is_power = value == (base == "2" ? std::exp2(exponent) : std::pow(10, exponent));
        shown->setText(is_power ? text(exponent) : QString::fromStdString(io::to_text(value, 4)));
    };
}

void FieldEditor::buildPlain() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    switch (m_field->type) {
    case FieldType::Boolean: {
        auto* box = new QCheckBox(this);
        m_name->hide();
        translated(this, [this, box] { box->setText(fieldLabel(m_path)); });
        column->addWidget(box);
        connect(box, &QCheckBox::toggled, this, [this](bool on) { offer(on ? "true" : "false"); });
        m_show = [this, box](const Scenario& scenario) { box->setChecked(std::get<bool>(m_field->get(scenario))); };
        break;
    }
    case FieldType::Choice: {
        auto* box = new ComboBox(this);
        for (const auto choice : m_field->choices)
            box->addItem(QString::fromUtf8(choice));
        column->addWidget(box);
        connect(box, &QComboBox::currentTextChanged, this, &FieldEditor::offer);
        m_show = [this, box](const Scenario& scenario) {
            box->setCurrentText(QString::fromStdString(scenario::to_text(m_field->get(scenario))));
        };
        break;
    }
    case FieldType::Integer: {
        if (m_field->most > std::numeric_limits<int>::max()) return buildLine();
        auto* box = new NumberBox(this);
        box->setRange(static_cast<int>(m_field->least), static_cast<int>(m_field->most));
        box->setLocale(QLocale::c());
        box->setKeyboardTracking(false);
        box->setButtonSymbols(QAbstractSpinBox::NoButtons); // typed, or with the arrow keys
        column->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this](int value) { offer(QString::number(value)); });
        m_show = [this, box](const Scenario& scenario) {
            box->setValue(static_cast<int>(std::get<std::int64_t>(m_field->get(scenario))));
        };
        break;
    }
    default: buildLine();
    }
}

// Numbers are typed: expressions such as 2^24 are read.
void FieldEditor::buildLine() {
    auto* line = new QLineEdit(this);
    static_cast<QVBoxLayout*>(layout())->addWidget(line);
    connect(line, &QLineEdit::editingFinished, this, [this, line] { offer(line->text()); });
    m_show = [this, line](const Scenario& scenario) {
        line->setText(QString::fromStdString(scenario::to_text(m_field->get(scenario))));
        line->setCursorPosition(0);
    };
}

} // namespace ampscope::ui
