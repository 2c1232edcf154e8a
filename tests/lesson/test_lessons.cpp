// The lessons of this repository, with real training: their references pass, their wrong settings fail, their cards
// have all their values.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <sstream>

#include "app/cli/cli.h"

using namespace ampscope;

class TestLessons : public QObject {
    Q_OBJECT

    // Everything in them is computed or recorded elsewhere.
    const QStringList kWithoutRuns = {"b1-format-table", "b10-papers"};

    static QJsonObject command(std::vector<std::string> arguments) {
        std::ostringstream out, err;
        arguments.insert(arguments.end(), {"--folder", AMPSCOPE_SOURCE_DIR "/lessons", "--json", "--lang", "en"});
        cli::run(arguments, out, err);
        if (!err.str().empty()) qWarning("%s", err.str().c_str());
        return QJsonDocument::fromJson(QByteArray::fromStdString(out.str())).object();
    }
    static QStringList errors(const QJsonObject& report) {
        QStringList messages;
        for (const auto& finding : report["findings"].toArray())
            if (finding.toObject()["severity"] == "error")
                messages << QString("%1:%2: %3")
                                .arg(finding.toObject()["file"].toString())
                                .arg(finding.toObject()["line"].toInt())
                                .arg(finding.toObject()["message"].toString());
        return messages;
    }

  private Q_SLOTS:
    void every_lesson_lints() {
        const QJsonObject report = command({"lessons", "lint"});
        QVERIFY(report["lessons"].toInt() > 0);
        QCOMPARE(errors(report), QStringList());
    }

    // One lesson by default; all of them, which takes minutes, as the long test test_lessons_every_check.
    void lessons_check_data() {
        QTest::addColumn<QString>("id");
        if (!qEnvironmentVariableIsSet("AMPSCOPE_EVERY_LESSON")) {
            QTest::newRow("one") << "b5-accumulate";
            return;
        }
        for (const auto& lesson : command({"lessons", "list"})["lessons"].toArray()) {
            const QString id = lesson.toObject()["id"].toString();
            QTest::newRow(qPrintable(id)) << id;
        }
    }
    void lessons_check() {
        QFETCH(QString, id);
        const QJsonObject report = command({"lessons", "check", id.toStdString()});
        QCOMPARE(report["lessons"].toInt(), 1);
        QVERIFY(report["runs"].toInt() > 0 || kWithoutRuns.contains(id));
        QCOMPARE(errors(report), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestLessons)
#include "test_lessons.moc"
