// Every lab: whatever is changed can be undone and done again; presets, Reset, scenarios in and out.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "core/scenario/scenario_json.h"
#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/instruments/claims/claims_view.h"
#include "ui/instruments/hardware/advisor.h"
#include "ui/instruments/state_command.h"
#include "ui/instruments/step/tensor_histogram.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/claims_lab.h"
#include "ui/labs/command_line_button.h"
#include "ui/labs/hardware_lab.h"
#include "ui/labs/inspect_lab.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/number_bar.h"
#include "ui/labs/rounding_lab.h"
#include "ui/labs/run_lab.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/sums_lab.h"
#include "ui/labs/train_lab.h"
#include "ui/shell/lab_list.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestLabUndo : public QObject {
    Q_OBJECT

    testing::FakeThread<> m_thread;

    std::unique_ptr<Page> make(const QString& id) {
        for (const auto& entry : labEntries())
            if (entry.id == id) {
                std::unique_ptr<Page> page(entry.make(*m_thread));
                page->resize(1000, 700);
                page->show();
                return page;
            }
        return nullptr;
    }

    // Everything that can be changed in a lab, as a text.
    static QString stateOf(Page& page) {
        if (auto* lab = qobject_cast<RunLab*>(&page)) {
            const LabState& state = lab->state();
            QStringList parts{QString::fromStdString(scenario::scenario_text(state.scenario)), state.preset,
                              state.scenario.scaler.enabled ? "set" : "follows"};
            for (const auto& [name, value] : state.more.asKeyValueRange())
                parts << name + "=" + value;
            return parts.join('|');
        }
        QString state = page.commandLine();
        if (auto* lab = qobject_cast<RoundingLab*>(&page)) state += lab->view();
        if (auto* lab = qobject_cast<ClaimsLab*>(&page)) state += QString::number(lab->view()->filter().group);
        if (auto* lab = qobject_cast<InspectLab*>(&page)) state += QString::number(lab->histogram()->format());
        if (auto* lab = qobject_cast<SumsLab*>(&page)) state += lab->state().preset;
        if (auto* lab = qobject_cast<HardwareLab*>(&page))
            state += lab->hardware().state().other + (lab->advisor()->isVisible() ? "settings" : "device");
        return state;
    }

    static int between(int least, int most) {
        static QRandomGenerator random(1337);
        return random.bounded(least, most + 1);
    }

    // The controls of a lab, each as something that can be done to it.
    static QList<std::function<void()>> controlsOf(Page& page) {
        QList<std::function<void()>> all;
        QList<QWidget*> places;
        for (auto* form : page.findChildren<LabForm*>())
            places << form;
        for (auto* bar : page.findChildren<NumberBar*>())
            places << bar;
        for (auto* view : page.findChildren<ClaimsView*>())
            places << view;
        if (qobject_cast<InspectLab*>(&page)) places << &page;
        for (auto* place : places) {
            for (auto* box : place->findChildren<QComboBox*>())
                all << [box] {
                    const int index = between(0, box->count() - 1);
                    box->setCurrentIndex(index);
                    Q_EMIT box->activated(index);
                };
            for (auto* box : place->findChildren<QSpinBox*>())
                all << [box] { box->setValue(between(box->minimum(), std::min(box->maximum(), 64))); };
            for (auto* slider : place->findChildren<QSlider*>())
                all << [slider] { slider->setValue(between(slider->minimum(), slider->maximum())); };
            for (auto* box : place->findChildren<QCheckBox*>())
                all << [box] { box->click(); };
        }
        for (auto* button : page.findChildren<QToolButton*>(QRegularExpression("^view-")))
            all << [button] { button->click(); };
        if (auto* button = page.findChild<QPushButton*>("reset")) all << [button] { button->click(); };
        return all;
    }

    // A value that the field takes.
    static QString valueFor(const scenario::Field& field) {
        using Type = scenario::FieldType;
        switch (field.type) {
        case Type::Boolean: return between(0, 1) ? "true" : "false";
        case Type::Choice: {
            const auto choice = field.choices[static_cast<std::size_t>(between(0, int(field.choices.size()) - 1))];
            return QString::fromUtf8(choice.data(), static_cast<qsizetype>(choice.size()));
        }
        case Type::Integer: return QString::number(field.least + between(0, 9));
        case Type::Real: {
            const double value = std::clamp(between(1, 9) / 16.0, field.least, field.most);
            return QString::number(field.open_below && value <= field.least ? value + 0.25 : value);
        }
        case Type::RealPair: return between(0, 1) ? "0.9,0.95" : "0.8,0.9";
        case Type::TextList: return between(0, 1) ? "fp32,bf16" : "";
        default: return between(0, 1) ? "a" : "b";
        }
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void labs_data() {
        QTest::addColumn<QString>("id");
        for (const auto& entry : labEntries())
            QTest::newRow(qPrintable(entry.id)) << entry.id;
    }

    void every_walk_can_be_gone_back_and_forth_data() { labs_data(); }
    void every_walk_can_be_gone_back_and_forth() {
        QFETCH(QString, id);
        const auto page = make(id);
        auto* stack = page->undoStack();
        QVERIFY(stack);
        QVERIFY2(!stack->canUndo(), "a lab starts with nothing to undo");
        QTRY_VERIFY(page->isSettled() || qobject_cast<RunLab*>(page.get()));
        const QString first = stateOf(*page);
        auto actions = controlsOf(*page);
        QVERIFY2(actions.size() >= 3, qPrintable(QString::number(actions.size())));
        auto* lab = qobject_cast<RunLab*>(page.get());
        if (lab) {
            const auto fields = scenario::fields();
            for (int i = 0; i < actions.size() / 2; ++i)
                actions << [lab, fields] {
                    const auto& field = fields[static_cast<std::size_t>(between(0, int(fields.size()) - 1))];
                    lab->editSetting(QString::fromUtf8(field.path.data(), qsizetype(field.path.size())),
                                     valueFor(field));
                };
            actions << [lab] { lab->setPrecision(lab->precision() == "bf16" ? "fp16" : "bf16"); };
            actions << [lab] { lab->restart(between(1, 9999)); };
        }
        if (auto* tensors = qobject_cast<InspectLab*>(page.get()))
            actions << [tensors] { tensors->setFormat(between(0, 3)); } << [tensors] {
                tensors->setLog2Scale(between(-8, 20));
            } << [tensors] { tensors->chooseTensor(between(0, tensors->tensorCount() - 1)); };
        QString before = first;
        int changes = 0;
        for (int i = 0; i < 40; ++i) {
            const int index = stack->index();
            actions[between(0, int(actions.size()) - 1)]();
            const QString now = stateOf(*page);
            // What has changed can be undone. (A change that takes an earlier quick one back leaves no step.)
            QVERIFY2(now == before || stack->index() != index || stack->canUndo(),
                     qPrintable("not undone: " + before + " -> " + now));
            changes += now != before;
            before = now;
        }
        QVERIFY2(changes > 10, qPrintable(QString::number(changes)));
        const QString last = stateOf(*page);
        const int steps = stack->index();
        QVERIFY(steps > 5);
        while (stack->canUndo())
            stack->undo();
        QCOMPARE(stateOf(*page), first);
        for (int i = 0; i < steps; ++i)
            stack->redo();
        QCOMPARE(stateOf(*page), last);
        page->reset();
        QCOMPARE(stateOf(*page), first);
        if (first != last) stack->undo(); // Reset can be undone, in one step
        QCOMPARE(stateOf(*page), last);
    }

    void every_lab_has_presets_that_say_what_they_are_data() { labs_data(); }
    void every_lab_has_presets_that_say_what_they_are() {
        QFETCH(QString, id);
        const auto page = make(id);
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            LanguageSwitch::instance().setLanguage(language);
            if (auto* presets = page->findChild<QComboBox*>("presets")) {
                QVERIFY(presets->count() >= 3);
                for (int i = 0; i < presets->count(); ++i)
                    QVERIFY2(!presets->itemData(i, Qt::ToolTipRole).toString().isEmpty(),
                             qPrintable(presets->itemText(i)));
            } else if (auto* bar = page->findChild<NumberBar*>()) {
                int examples = 0;
                for (auto* button : bar->findChildren<QPushButton*>())
                    examples += !button->toolTip().isEmpty() && button->objectName().isEmpty();
                QVERIFY(examples >= 3);
            }
            QVERIFY(!page->commandLine().contains('{'));
        }
        auto* lab = qobject_cast<RunLab*>(page.get());
        if (!lab) return;
        for (const auto& preset : lab->presetIds()) {
            lab->choosePreset(preset);
            QVERIFY2(lab->problems().empty(), qPrintable(preset));
            QVERIFY(!lab->scenarios().empty());
        }
    }

    void undo_starts_the_runs_again() {
        TrainLab lab(*m_thread);
        lab.show();
        lab.enter();
        QTRY_VERIFY(!lab.isActive());
        lab.editSetting("length.steps", "7");
        QTRY_COMPARE(lab.run()->record().scenario().length.steps, std::int64_t(7));
        lab.undoStack()->undo();
        QTRY_COMPARE(lab.run()->record().scenario().length.steps, std::int64_t(120));
        lab.restart(4711);
        QCOMPARE(lab.run()->record().scenario().seed, std::int64_t(4711));
        lab.undoStack()->undo();
        QTRY_COMPARE(lab.run()->record().scenario().seed, std::int64_t(1337));
    }

    void quick_changes_of_one_field_are_one_step() {
        ScaleLab lab(*m_thread);
        for (const char* value : {"0.001", "0.002", "0.003"})
            lab.editSetting("optimizer.lr", value);
        QCOMPARE(lab.undoStack()->count(), 1);
        lab.editSetting("length.steps", "30");
        QCOMPARE(lab.undoStack()->count(), 2);
        lab.undoStack()->undo();
        lab.undoStack()->undo();
        QCOMPARE(lab.scenario().optimizer.lr, 2e-3);
        lab.editSetting("optimizer.lr", "0.5");
        QTest::qWait(StateCommand<LabState>::kQuickMilliseconds + 50);
        lab.editSetting("optimizer.lr", "0.25"); // a new thought
        QCOMPARE(lab.undoStack()->count(), 2);
    }

    void what_does_not_go_together_is_said_in_place_and_starts_nothing() {
        ScaleLab lab(*m_thread);
        lab.show();
        lab.enter();
        QTRY_VERIFY(!lab.isActive());
        const auto steps = lab.run()->record().samples().size();
        lab.editSetting("model.dropout", "0.1");
        lab.editSetting("model.attention", "fused");
        QCOMPARE(lab.problems().size(), std::size_t(1));
        QStringList shown;
        for (const auto* label : lab.findChild<LabForm*>()->findChildren<QLabel*>())
            if (label->isVisible()) shown << label->text();
        QVERIFY2(shown.join('\n').contains(say(lab.problems()[0].message)), qPrintable(shown.join('\n')));
        QTest::qWait(400);
        QVERIFY(lab.run()->record().scenario().model.attention == scenario::Attention::Explicit);
        QCOMPARE(lab.run()->record().samples().size(), steps);
        QSignalSpy noticed(&lab, &Page::noticed);
        lab.restart(std::nullopt);
        QCOMPARE(noticed.count(), 1);
        lab.undoStack()->undo();
        QVERIFY(lab.problems().empty());
        QVERIFY_THROWS_EXCEPTION(text::Error, lab.editSetting("model.dropout", "much"));
    }

    void scenarios_go_out_and_in_again() {
        QTemporaryDir folder;
        const QString path = folder.filePath("scenario.json");
        ScaleLab lab(*m_thread);
        auto* button = lab.findChild<CommandLineButton*>();
        QVERIFY(button);
        lab.choosePreset("sawtooth");
        lab.editSetting("optimizer.lr", "0.0625");
        const auto saved = lab.scenario();
        QVERIFY(button->save(path));
        lab.reset();
        QVERIFY(button->load(path));
        QVERIFY(scenario::differing_fields(lab.scenario(), saved).empty());
        lab.undoStack()->undo();
        QCOMPARE(lab.state().preset, QString("overflow"));
        TrainLab train(*m_thread);
        QVERIFY(train.findChild<CommandLineButton*>()->load(path));
        QCOMPARE(train.precisions(), (QStringList{"fp32", "fp16"}));
        QVERIFY(scenario::differing_fields(train.shownScenario(), saved).empty());

        QSignalSpy noticed(&lab, &Page::noticed);
        const auto before = lab.state();
        for (const char* content :
             {"", "{", "[]", "{\"optimizer\": {\"lr\": \"fast\"}}", "{\"no\": 1}", "{\"schema\": 99}"}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
            file.close();
            QVERIFY2(!button->load(path), content);
        }
        QCOMPARE(noticed.count(), 6);
        QVERIFY(noticed.last().first().toString().contains("scenario.json"));
        QVERIFY(!button->load(folder.filePath("none.json")));
        QVERIFY(!button->load(folder.path()));
        QVERIFY(!button->save(folder.filePath("no/such/place.json")));
        QVERIFY(lab.state() == before);
    }

    void the_sheet_shows_and_copies_the_command_lines() {
        ScaleLab lab(*m_thread);
        lab.show();
        auto* button = lab.findChild<CommandLineButton*>();
        button->click();
        auto* lines = lab.findChild<QPlainTextEdit*>();
        QVERIFY(lines && lines->isVisible());
        QCOMPARE(lines->toPlainText(), lab.commandLine());
        lab.editSetting("optimizer.lr", "0.5"); // it follows
        QVERIFY(lines->toPlainText().contains("optimizer.lr=0.5"));
        for (auto* each : lines->window()->findChildren<QPushButton*>()) {
            if (each->text() == "Copy") {
                each->click();
                QCOMPARE(QApplication::clipboard()->text(), lab.commandLine());
            }
            if (each->text() == "Copy scenario as text") {
                each->click();
                QCOMPARE(QApplication::clipboard()->text().toStdString(), scenario::scenario_text(lab.scenario()));
            }
        }
    }

    void settings_for_the_command_line_make_the_same_run() {
        for (int i = 0; i < 200; ++i) {
            scenario::Scenario wanted;
            for (int k = 0; k < 12; ++k) {
                const auto fields = scenario::fields();
                const auto& field = fields[static_cast<std::size_t>(between(0, int(fields.size()) - 1))];
                scenario::set_field(wanted, field.path, valueFor(field).toStdString());
            }
            scenario::Scenario made;
            for (const auto& setting : scenario::settings_for(wanted)) {
                const auto equals = setting.find('=');
                QVERIFY2(scenario::needed_for(wanted, setting.substr(0, equals)).empty(), setting.c_str());
                scenario::set_field(made, setting.substr(0, equals), setting.substr(equals + 1));
            }
            for (const auto& path : scenario::differing_fields(made, wanted))
                QVERIFY2(path == "name" || !scenario::needed_for(wanted, path).empty(), path.c_str());
        }
    }
};

QTEST_MAIN(TestLabUndo)
#include "test_lab_undo.moc"
