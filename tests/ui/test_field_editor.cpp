#include "ui/labs/field_editor.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include "tests/ui/support.h"

using namespace ampscope;
using namespace ampscope::ui;

class TestFieldEditor : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() { testing::prepare(); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void every_field_can_be_edited() {
        for (const auto& field : scenario::fields()) {
            FieldEditor editor(QString::fromUtf8(field.path));
            QSignalSpy spy(&editor, &FieldEditor::edited);
            editor.setValue(scenario::Scenario{});
            QCOMPARE(spy.count(), 0); // showing is not editing
            QVERIFY(!editor.toolTip().isEmpty());
        }
    }

    void every_field_has_a_name_in_words() {
        for (const auto& field : scenario::fields()) {
            const QString label = fieldLabel(QString::fromUtf8(field.path));
            QVERIFY2(!label.contains('.') && !label.contains('_'), qPrintable(label));
        }
    }

    void a_slider_gives_powers() {
        FieldEditor editor("scaler.init_scale");
        editor.setValue(scenario::Scenario{});
        auto* slider = editor.findChild<QSlider*>();
        QCOMPARE(slider->value(), 16);
        QSignalSpy spy(&editor, &FieldEditor::edited);
        slider->setValue(24);
        QCOMPARE(spy.first().at(1).toString(), QString("2^24"));
    }

    void bad_text_is_refused_with_a_sentence() {
        FieldEditor editor("optimizer.lr");
        editor.setValue(scenario::Scenario{});
        auto* line = editor.findChild<QLineEdit*>();
        QSignalSpy spy(&editor, &FieldEditor::edited);
        const auto type = [&](const char* text) {
            line->setText(text);
            Q_EMIT line->editingFinished();
        };
        type("fast");
        type("-1");
        type("nan");
        QCOMPARE(spy.count(), 0);
        QStringList shown;
        for (auto* label : editor.findChildren<QLabel*>())
            if (!label->isHidden()) shown << label->text();
        QVERIFY(shown.join(' ').contains("a number from 0"));
        type("1/1000");
        QCOMPARE(spy.count(), 1);
    }

    void checks_and_numbers() {
        FieldEditor enabled("scaler.enabled"), interval("scaler.growth_interval");
        QSignalSpy first(&enabled, &FieldEditor::edited), second(&interval, &FieldEditor::edited);
        enabled.findChild<QCheckBox*>()->setChecked(true);
        QCOMPARE(first.first().at(1).toString(), QString("true"));
        interval.findChild<QSpinBox*>()->setValue(25);
        QCOMPARE(second.first().at(1).toString(), QString("25"));
    }
};

QTEST_MAIN(TestFieldEditor)
#include "test_field_editor.moc"
