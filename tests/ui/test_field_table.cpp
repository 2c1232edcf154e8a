// All settings of a scenario in one form: searched in both languages, explained, refused, put back.
#include "ui/labs/field_table.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/ui/fake_thread.h"
#include "tests/ui/support.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/field_row.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/scale_lab.h"

using namespace ampscope;
using namespace ampscope::ui;
using scenario::Scenario;

class TestFieldTable : public QObject {
    Q_OBJECT

    static Scenario with(std::initializer_list<std::pair<const char*, const char*>> changes) {
        Scenario scenario;
        for (const auto& [path, value] : changes)
            scenario::set_field(scenario, path, value);
        return scenario;
    }
    static void show(FieldTable& table, const Scenario& scenario) {
        table.showSettings(scenario, scenario::problems(scenario));
    }

  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() {
        LanguageSwitch::instance().setLanguage(text::Language::English);
        VERIFY_NO_COMPLAINTS();
    }

    void every_field_has_a_row_with_its_meaning_range_and_default() {
        FieldTable table;
        show(table, {});
        QCOMPARE(table.shown().size(), static_cast<qsizetype>(scenario::fields().size()));
        for (const auto language : {text::Language::Korean, text::Language::English}) {
            LanguageSwitch::instance().setLanguage(language);
            for (const auto& field : scenario::fields()) {
                const auto* row = table.row(QString::fromStdString(std::string(field.path)));
                QVERIFY(row && !row->isChanged());
                QStringList words;
                for (const auto* label : row->findChildren<QLabel*>())
                    words << label->text();
                const QString all = words.join('\n');
                QVERIFY2(all.contains(say(field.meaning())), qPrintable(row->path()));
                QVERIFY(all.contains(say(scenario::allowed(field))) && all.contains(row->path()));
            }
        }
    }

    void the_search_reads_names_and_meanings_in_both_languages() {
        FieldTable table;
        show(table, {});
        table.setFilter("overflows borne", false);
        QCOMPARE(table.shown(), QStringList{"scaler.hysteresis"});
        table.setFilter("SCALER interval", false); // every word, in any order and case
        QVERIFY(table.shown().contains("scaler.growth_interval"));
        table.setFilter(QString::fromUtf8("학습률"), false); // Korean in an English window
        QVERIFY(table.shown().contains("optimizer.lr"));
        LanguageSwitch::instance().setLanguage(text::Language::Korean);
        table.setFilter("learning rate", false); // and the other way round
        QVERIFY(table.shown().contains("optimizer.lr"));
        table.setFilter("deepspeed", false); // a choice
        QVERIFY(table.shown().contains("scaler.policy") && table.shown().size() < 5);
        table.setFilter("xyzzy", false);
        QVERIFY(table.shown().isEmpty());
        table.setFilter("", true);
        QVERIFY(table.shown().isEmpty());
        show(table, with({{"optimizer.lr", "0.5"}, {"seed", "9007199254740991"}}));
        QCOMPARE(table.shown(), (QStringList{"optimizer.lr", "seed"}));
        QCOMPARE(table.row("seed")->findChild<QLineEdit*>()->text(), QString("9007199254740991"));
    }

    void a_changed_field_can_be_put_back_alone() {
        FieldTable table;
        table.show();
        show(table, with({{"optimizer.lr", "0.5"}, {"scaler.init_scale", "3000"}}));
        auto* row = table.row("scaler.init_scale");
        QVERIFY(row->isChanged() && row->backButton()->isVisible());
        QCOMPARE(row->findChild<QLineEdit*>()->text(), QString("3000")); // to the last digit
        QVERIFY(!table.row("optimizer.eps")->backButton()->isVisible());
        QSignalSpy edited(&table, &FieldTable::edited);
        row->backButton()->click();
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0], (QVariantList{"scaler.init_scale", "65536"}));
        // The default of every kind of field can be set.
        Scenario scenario;
        for (const auto& field : scenario::fields())
            scenario::set_field(scenario, field.path, scenario::to_text(field.default_value()));
    }

    void what_is_wrong_is_said_where_it_is() {
        FieldTable table;
        show(table, with({{"model.attention", "fused"}, {"model.dropout", "0.1"}}));
        QVERIFY(!table.row("model.dropout")->editor()->error().isEmpty());
        QVERIFY(table.row("model.attention")->editor()->error().isEmpty());
        auto* line = table.row("optimizer.lr")->findChild<QLineEdit*>();
        line->setText("fast");
        Q_EMIT line->editingFinished();
        QVERIFY(table.row("optimizer.lr")->editor()->error().contains("a number from 0"));
        // Without effect: said, with the way out as a link.
        QVERIFY(table.row("scaler.policy")->needs().contains("scaler.enabled=true"));
        QSignalSpy edited(&table, &FieldTable::edited);
        for (auto* label : table.row("scaler.policy")->findChildren<QLabel*>())
            if (label->text().contains("href")) Q_EMIT label->linkActivated("set");
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0], (QVariantList{"scaler.enabled", "true"}));
        show(table, with({{"precision", "fp16"}}));
        QVERIFY(table.row("scaler.policy")->needs().isEmpty());
    }

    void a_lab_opens_it_in_place_of_its_form() {
        testing::FakeThread<> thread;
        ScaleLab lab(*thread);
        lab.resize(1080, 640);
        lab.show();
        auto* form = lab.findChild<LabForm*>();
        lab.findChild<QPushButton*>("allSettings")->click();
        QVERIFY(lab.table() && lab.table()->isVisible() && !form->isVisible());
        QVERIFY(lab.table()->search()->hasFocus() || !lab.isActiveWindow());
        auto* line = lab.table()->row("optimizer.eps")->findChild<QLineEdit*>();
        line->setText("1e-6");
        Q_EMIT line->editingFinished();
        QCOMPARE(lab.scenario().optimizer.eps, 1e-6);
        QVERIFY(lab.table()->row("optimizer.eps")->isChanged());
        lab.undoStack()->undo();
        QCOMPARE(lab.scenario().optimizer.eps, 1e-8);
        QVERIFY(!lab.table()->row("optimizer.eps")->isChanged());
        lab.table()->search()->setText("eps");
        QTest::keyClick(lab.table(), Qt::Key_Escape); // first the search
        QVERIFY(lab.table()->isVisible() && lab.table()->search()->text().isEmpty());
        QTest::keyClick(lab.table(), Qt::Key_Escape);
        QVERIFY(form->isVisible() && !lab.table()->isVisible());
        QVERIFY(lab.showView("settings") && lab.table()->isVisible());
        QVERIFY(!lab.showView("moon"));
    }
};

QTEST_MAIN(TestFieldTable)
#include "test_field_table.moc"
