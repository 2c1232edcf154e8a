// What a lab shows, its command line gives: each line is run by a shell, as a person would paste it, and its numbers
// are compared with the lab's, to the last bit.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/numeric/decimal.h"
#include "core/record/run_record.h"
#include "tests/ui/support.h"
#include "ui/bridge/run_group.h"
#include "ui/instruments/claims/claims_view.h"
#include "ui/instruments/hardware/hardware_plots.h"
#include "ui/instruments/numbers/accumulator.h"
#include "ui/instruments/numbers/cast_chain_view.h"
#include "ui/instruments/numbers/overflow_view.h"
#include "ui/instruments/numbers/update_view.h"
#include "ui/labs/accumulate_lab.h"
#include "ui/labs/autocast_lab.h"
#include "ui/labs/bits_lab.h"
#include "ui/labs/break_lab.h"
#include "ui/labs/checkpoint_lab.h"
#include "ui/labs/claims_lab.h"
#include "ui/labs/hardware_lab.h"
#include "ui/labs/inspect_lab.h"
#include "ui/labs/memory_lab.h"
#include "ui/labs/rounding_lab.h"
#include "ui/labs/scale_lab.h"
#include "ui/labs/sums_lab.h"
#include "ui/labs/train_lab.h"

using namespace ampscope;
using namespace ampscope::ui;
using record::Column;

class TestLabCommands : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<train::ComputeThread> m_thread;

    // Every line's answer.
    QList<QJsonValue> answers(const Page& page) {
        QList<QJsonValue> all;
        const QStringList lines = page.commandLine().split('\n', Qt::SkipEmptyParts);
        for (const QString& line : lines) {
            QProcess shell;
            auto environment = QProcessEnvironment::systemEnvironment();
            environment.insert("PATH", QString(AMPSCOPE_BIN_DIR ":") + environment.value("PATH"));
            environment.insert("XDG_DATA_HOME", m_folder.path()); // the run library
            environment.insert("AMPSCOPE_LESSONS", AMPSCOPE_SOURCE_DIR "/lessons");
            shell.setProcessEnvironment(environment);
            shell.setWorkingDirectory(m_folder.path());
            shell.start("/bin/sh", {"-c", QString(line).replace(0, 12, "ampscope-cli --json --lang en")});
            if (!shell.waitForFinished(180'000) || shell.exitCode() > 1)
                qWarning("%s\n%s", qPrintable(line), shell.readAllStandardError().constData());
            const auto document = QJsonDocument::fromJson(shell.readAllStandardOutput());
            all << (document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()));
        }
        return all;
    }

    // As the JSON writes it: null for what was not measured, texts for what is not finite.
    static bool isSame(const QJsonValue& json, double value) {
        if (record::is_missing(value)) return json.isNull();
        if (std::isnan(value)) return json.toString() == "nan";
        if (std::isinf(value)) return json.toString() == (value > 0 ? "inf" : "-inf");
        return json.toDouble(std::nan("")) == value;
    }
    static QString compare(const QJsonValue& columns, const record::RunRecord& run,
                           std::initializer_list<const char*> names) {
        for (const char* name : names) {
            const auto values = run.values(record::find_column(name)->column);
            const QJsonArray theirs = columns[QLatin1String(name)].toArray();
            if (theirs.size() != static_cast<qsizetype>(values.size()) || values.empty())
                return QString("%1: %2 and %3 values").arg(name).arg(theirs.size()).arg(values.size());
            for (std::size_t i = 0; i < values.size(); ++i)
                if (!isSame(theirs[static_cast<qsizetype>(i)], values[i]))
                    return QString("%1, step %2: %3").arg(name).arg(i).arg(values[i], 0, 'g', 17);
        }
        return {};
    }
    static QJsonObject detail(const QJsonValue& probe, const char* kind) {
        for (const auto& each : probe["details"].toArray())
            if (each.toObject()["kind"] == QLatin1String(kind)) return each.toObject();
        return {};
    }

    void train(RunLab& lab, int steps) {
        lab.editSetting("length.steps", QString::number(steps));
        lab.resize(1200, 800);
        lab.show();
        lab.enter();
        const auto done = [&] {
            for (auto* run : lab.group()->runs())
                if (run->state() != train::RunState::Finished) return false;
            return !lab.group()->runs().isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(done(), 120'000);
    }

  private Q_SLOTS:
    void initTestCase() {
        testing::prepare();
        m_thread = std::make_unique<train::ComputeThread>();
        ClaimTester::instance().setUp(m_thread.get(), AMPSCOPE_SOURCE_DIR "/lessons");
    }
    void cleanupTestCase() { ClaimTester::instance().setUp(nullptr, {}); }
    void cleanup() { VERIFY_NO_COMPLAINTS(); }

    void scale() {
        ScaleLab lab(*m_thread);
        train(lab, 6); // the first steps are skipped
        const auto said = answers(lab);
        QCOMPARE(said.size(), 2);
        QCOMPARE(compare(said[0]["columns"], lab.run()->record(), {"loss", "scale"}), QString());
        QCOMPARE(compare(said[1]["columns"], lab.group()->at(1)->record(), {"loss"}), QString());
        QVERIFY(summarize(lab.run()->record()).steps_skipped > 0);
        QCOMPARE(said[0]["steps_skipped"].toInt(), int(summarize(lab.run()->record()).steps_skipped));
    }

    void train_lab() {
        TrainLab lab(*m_thread);
        lab.setSeeds(2);
        lab.editSetting("loss_multiplier", "0.5");
        train(lab, 4);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 1);
        const auto scenarios = lab.scenarios();
        QCOMPARE(scenarios.size(), std::size_t(6));
        for (std::size_t i = 0; i < scenarios.size(); ++i)
            for (const auto& run : said[0]["runs"].toArray())
                if (run.toObject()["seed"].toInteger() == scenarios[i].seed &&
                    run.toObject()["combination"].toInt() == int(i / 2))
                    QCOMPARE(compare(run, lab.group()->at(int(i))->record(), {"loss"}), QString());
    }

    void accumulate() {
        AccumulateLab lab(*m_thread);
        lab.choosePreset("not-divided");
        train(lab, 4);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 2);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(compare(said[i]["columns"], lab.group()->at(i)->record(), {"loss"}), QString());
    }

    void checkpoint() {
        CheckpointLab lab(*m_thread);
        train(lab, 3);
        QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled(), 60'000);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 5);
        for (int i = 0; i < 4; ++i)
            QCOMPARE(
                compare(said[i]["columns"], lab.group()->at(i)->record(), {"loss", "bytes_activations", "bytes_peak"}),
                QString());
        const auto* line = lab.run()->record().detail_at<record::MemoryTimeline>(lab.run()->stepToLookInside());
        QVERIFY(line);
        const QJsonArray activations = detail(said[4], "memory_timeline")["activations"].toArray();
        QCOMPARE(activations.size(), static_cast<qsizetype>(line->size()));
        for (std::size_t i = 0; i < line->size(); ++i)
            QCOMPARE(activations[static_cast<qsizetype>(i)].toInteger(), line->activations[i]);
    }

    void memory() {
        MemoryLab lab(*m_thread);
        lab.choosePreset("autocast");
        train(lab, 4);
        QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled(), 60'000);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 2);
        const auto& last = lab.run()->record().samples().back();
        const QJsonValue run = said[0]["run"];
        QCOMPARE(run["weights"].toDouble(), last[Column::BytesWeights]);
        QCOMPARE(run["gradients"].toDouble(), last[Column::BytesGradients]);
        QCOMPARE(run["optimizer"].toDouble(), last[Column::BytesOptimizer]);
        QCOMPARE(run["activations"].toDouble(), last[Column::BytesActivations]);
        QCOMPARE(said[0]["run_peak"].toDouble(), last[Column::BytesPeak]);
        const auto* kept = lab.run()->record().detail_at<record::SavedTensors>(lab.run()->stepToLookInside());
        QVERIFY(kept);
        QCOMPARE(detail(said[1], "saved_tensors")["tensors"].toArray().size(),
                 static_cast<qsizetype>(kept->tensors.size()));
        lab.choosePreset("schemes"); // formulas of another model
        QVERIFY2(lab.commandLine().contains(" --model 125m --schemes\n"), qPrintable(lab.commandLine()));
        QVERIFY(answers(lab)[0]["schemes"].toArray().size() >= 10);
    }

    void autocast() {
        AutocastLab lab(*m_thread);
        lab.choosePreset("keep-gelu");
        train(lab, 2);
        QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled(), 60'000);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 4);
        for (int i = 0; i < 2; ++i) {
            const auto& record = lab.group()->at(i)->record();
            const auto step = lab.run()->stepToLookInside();
            const auto* ops = record.detail_at<record::OpList>(step);
            const auto* shadow = record.detail_at<record::ShadowError>(step);
            QVERIFY(ops && shadow);
            const QJsonArray their_ops = detail(said[i], "ops")["ops"].toArray();
            QCOMPARE(their_ops.size(), static_cast<qsizetype>(ops->ops.size()));
            for (std::size_t k = 0; k < ops->ops.size(); ++k)
                QCOMPARE(their_ops[static_cast<qsizetype>(k)].toObject()["rule"].toString().toStdString(),
                         ops->ops[k].rule);
            const QJsonArray errors = detail(said[i], "shadow_error")["layers"].toArray();
            QCOMPARE(errors.size(), static_cast<qsizetype>(shadow->layers.size()));
            for (std::size_t k = 0; k < shadow->layers.size(); ++k)
                QVERIFY(isSame(errors[static_cast<qsizetype>(k)].toObject()["relative"], shadow->layers[k].relative));
            QCOMPARE(compare(said[i + 2]["columns"], record, {"loss"}), QString());
        }
    }

    void break_it() {
        BreakLab lab(*m_thread);
        lab.choosePreset("clip-before-unscale");
        lab.editSetting("optimizer.lr", "0.004");
        train(lab, 5);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 1);
        QCOMPARE(compare(said[0]["broken"], lab.group()->at(0)->record(), {"loss"}), QString());
        QCOMPARE(compare(said[0]["mended"], lab.group()->at(1)->record(), {"loss"}), QString());
        QCOMPARE(lab.verdict(), said[0]["verdict"].toString());
    }

    void bits() {
        BitsLab lab;
        lab.resize(1200, 800);
        for (const char* text : {"0.1", "-inf", "1+2^-11+2^-40", "fp16:0x3c01"}) {
            lab.enterText(text);
            const QJsonArray said = answers(lab)[0].toArray();
            QCOMPARE(said.size(), static_cast<qsizetype>(lab.state().formats.size()));
            for (std::size_t i = 0; i < lab.state().formats.size(); ++i) {
                const auto& format = lab.state().formats[i];
                QCOMPARE(said[static_cast<qsizetype>(i)].toObject()["code"].toString().toStdString(),
                         numeric::code_text(format, lab.state().convertTo(format).rounded.code));
            }
        }
        NumberState drawn = lab.state();
        drawn.mode = numeric::Rounding::Stochastic;
        drawn.seed = 7;
        lab.number()->change(drawn);
        const auto& fp16 = numeric::format("fp16");
        QCOMPARE(answers(lab)[0].toArray()[1].toObject()["code"].toString().toStdString(),
                 numeric::code_text(fp16, lab.state().convertTo(fp16).rounded.code));
    }

    void rounding() {
        RoundingLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.enterText("465");
        const auto said = answers(lab);
        QCOMPARE(said.size(), 6);
        const NumberState& state = lab.number()->state();
        const auto code = [](const numeric::FloatFormat& format, const numeric::Code& c) {
            return QString::fromStdString(numeric::code_text(format, c));
        };
        QCOMPARE(said[0].toArray()[0].toObject()["code"].toString(),
                 code(state.format, state.convertTo(state.format).rounded.code));
        QCOMPARE(said[1]["lanes"].toArray().size(), static_cast<qsizetype>(state.chain.size()));
        QCOMPARE(said[2].toArray().size(), 256);
        const auto& columns = lab.policies()->columns();
        QVERIFY(columns.size() > 3);
        for (const auto& column : columns)
            for (const auto& row : said[3].toArray()) {
                if (row.toObject()["input"].toString().toStdString() != column.input) continue;
                const QJsonArray policies = row.toObject()["policies"].toArray();
                for (std::size_t i = 0; i < column.results.size(); ++i)
                    QCOMPARE(policies[static_cast<qsizetype>(i)].toObject()["code"].toString(),
                             code(column.format, column.results[i].code));
            }
        const auto& results = lab.nanChain()->results();
        const QJsonArray steps = said[4].toArray()[0].toObject()["steps"].toArray();
        QCOMPARE(steps.size(), static_cast<qsizetype>(results.size()));
        for (std::size_t i = 0; i < results.size(); ++i)
            QCOMPARE(steps[static_cast<qsizetype>(i)].toObject()["code"].toString(),
                     code(state.format, results[i].computed.rounded.code));
        QCOMPARE(said[5]["format"].toString().toStdString(), state.format.id);
        QVERIFY(said[5]["code"].isString());
    }

    void sums() {
        SumsLab lab;
        lab.resize(1200, 800);
        lab.show();
        for (const char* preset : {"ones-fp16", "gradients"}) {
            lab.choosePreset(preset);
            QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled() && lab.accumulator()->outcome(), 60'000);
            const auto said = answers(lab);
            QCOMPARE(said.size(), 4);
            const auto& race = lab.accumulator()->outcome()->race;
            const QJsonArray results = said[0]["results"].toArray();
            QCOMPARE(results.size(), static_cast<qsizetype>(race.results.size()));
            for (std::size_t i = 0; i < race.results.size(); ++i) {
                const QJsonObject theirs = results[static_cast<qsizetype>(i)].toObject();
                QCOMPARE(theirs["sum"].toString().toDouble(), race.results[i].final_value);
                QCOMPARE(theirs["lost_bits"].toInteger(), race.results[i].lost_bits);
            }
            QCOMPARE(said[1]["results"].toArray().size(), 1);
            QCOMPARE(said[1]["results"].toArray()[0].toObject()["sum"].toString().toDouble(),
                     lab.accumulator()->outcome()->beside.results[0].final_value);
            const auto& fate = lab.updateView()->fate();
            QCOMPARE(said[2]["first_vanishes"].toBool(), fate.first_vanishes);
            QCOMPARE(said[2]["results"].toArray().size(), static_cast<qsizetype>(fate.results.size()));
            for (std::size_t i = 0; i < fate.results.size(); ++i)
                QCOMPARE(said[2]["results"].toArray()[static_cast<qsizetype>(i)].toObject()["vanished"].toInteger(),
                         fate.results[i].vanished);
        }
    }

    void inspect() {
        InspectLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.showExample("adam");
        lab.chooseTensor(1);
        lab.setLog2Scale(12);
        QTRY_VERIFY_WITH_TIMEOUT(lab.isSettled() && !lab.report().formats.empty(), 60'000);
        const auto said = answers(lab);
        QCOMPARE(said.size(), 1);
        QCOMPARE(said[0]["scale"].toDouble(), 4096.0);
        const QJsonArray formats = said[0]["tensors"].toArray()[0].toObject()["formats"].toArray();
        QCOMPARE(formats.size(), static_cast<qsizetype>(lab.report().formats.size()));
        for (std::size_t i = 0; i < lab.report().formats.size(); ++i) {
            const QJsonObject theirs = formats[static_cast<qsizetype>(i)].toObject();
            const auto& ours = lab.report().formats[i];
            QCOMPARE(theirs["lost"].toInteger(), ours.shares.lost);
            QCOMPARE(theirs["overflowed"].toInteger(), ours.shares.overflowed);
            QVERIFY(isSame(theirs["max_relative"], ours.max_relative));
        }
    }

    void claims() {
        ClaimsLab lab;
        lab.show();
        QCOMPARE(lab.commandLine(), QString("ampscope-cli claims"));
        // Some that need no run: they have their result at once.
        QString exact;
        for (const auto& result : ClaimTester::instance().results())
            if (exact.isEmpty() && result.claim->runs().empty() && result.verdict == lesson::ClaimVerdict::Holds)
                exact = QString::fromStdString(result.claim->id);
        QVERIFY(!exact.isEmpty());
        lab.view()->setFilter(exact, std::nullopt);
        QVERIFY(lab.commandLine().contains(exact));
        const auto said = answers(lab);
        for (const auto& claim : said[0]["claims"].toArray()) {
            const auto* ours = ClaimTester::instance().result(claim.toObject()["id"].toString().toStdString());
            QVERIFY(ours);
            if (ours->claim->runs().empty())
                QCOMPARE(claim.toObject()["verdict"].toString().toStdString(),
                         std::string(lesson::verdict_id(ours->verdict)));
        }
    }

    void hardware() {
        HardwareLab lab;
        lab.resize(1200, 800);
        lab.show();
        lab.enterModel("350M");
        const auto said = answers(lab);
        QCOMPARE(said.size(), 2);
        QCOMPARE(said[0]["id"].toString(), QString("t4"));
        const QJsonObject row = said[1].toArray()[0].toObject();
        QCOMPARE(row["need"].toDouble(), lab.hardware().advice()->need.total());
        const QJsonArray products = row["products"].toArray();
        const auto& shown = lab.roofline()->figure().table.rows;
        QCOMPARE(products.size(), static_cast<qsizetype>(shown.size()));
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const QJsonObject theirs = products[static_cast<qsizetype>(i)].toObject();
            QCOMPARE(theirs["operations_per_byte"].toDouble(), shown[i][0]);
            QCOMPARE(theirs["attainable_tflops"].toDouble(), shown[i][1]);
            QCOMPARE(theirs["ms"].toDouble(), shown[i][3]);
        }
    }
};

QTEST_MAIN(TestLabCommands)
#include "test_lab_commands.moc"
