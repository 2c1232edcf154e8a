// The claims ledger: reading it, every verdict, numbers as they are shown, runs and their cache, reports. Records here
// are made up.
#include <QTest>
#include <cmath>

#include "core/lesson/claims_report.h"
#include "tests/lesson/small_ledger.h"

using namespace ampscope;
using namespace ampscope::lesson;
using text::Language;

class TestClaims : public QObject {
    Q_OBJECT

    static std::string error_of(const LedgerFolder& folder) {
        try {
            load_claims(folder.path());
        } catch (const text::Error& error) {
            return error.text(Language::English);
        }
        return "";
    }

    // A run of three steps with these last values; finished unless told otherwise.
    static record::RunRecord run_with(double loss, double bytes, bool finished = true) {
        scenario::Scenario scenario;
        record::RunRecord record(scenario, {{"libtorch", std::string("2.15")}});
        for (int step = 0; step < 3; ++step) {
            record::Sample sample;
            sample[record::Column::Step] = step;
            sample[record::Column::Loss] = loss;
            sample[record::Column::BytesWeights] = bytes;
            record.sample(sample);
        }
        record.fact({3, finished ? "finished" : "stopped", {}});
        return record;
    }

    static ClaimVerdict verdict_with(double least, double most, double found) {
        const ClaimCase each{"c", Value::parse("to(fp16, 1)"), least, most, "", {}};
        return each.holds(found) ? ClaimVerdict::Holds : ClaimVerdict::Fails;
    }

  private Q_SLOTS:
    void a_good_ledger_is_read() {
        const LedgerFolder folder;
        const Ledger ledger = load_claims(folder.path());
        QVERIFY(has_claims(folder.path()));
        QCOMPARE(ledger.claims.size(), std::size_t(3));
        QCOMPARE(ledger.sentence("exact", Language::Korean), std::string("65,504가 <한계>"));
        QCOMPARE(ledger.explanation("exact", Language::English),
                 std::string("Rounded exactly.\n\nBy the format's definition."));
        QCOMPARE(ledger.case_name(ledger.claims[0], ledger.claims[0].cases[1], Language::English),
                 std::string("just above"));
        QCOMPARE(ledger.claims[1].runs(), (std::vector<std::string>{"other", "plain", "twin"}));
        QCOMPARE(claims_of(ledger, "B").size(), std::size_t(2));
        QCOMPARE(claims_of(ledger, "").size(), std::size_t(3));
        QVERIFY(ledger.warnings.empty());
        QVERIFY(!has_claims(folder.path("nowhere")));
    }

    void an_unknown_key_is_a_warning() {
        const LedgerFolder folder;
        folder.edit("claims.json", "\"source\": \"A paper, 2017\"", "\"source\": \"A paper\", \"colour\": 1");
        QCOMPARE(load_claims(folder.path()).warnings.size(), std::size_t(1));
    }

    void bad_ledgers_are_refused_at_their_place_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* file, const char* from, const char* to, const char* said) {
            QTest::newRow(name) << QString(file) << QByteArray(from) << QByteArray(to) << QString(said);
        };
        const char* json = "claims.json";
        row("newer schema", json, "\"schema\": 1", "\"schema\": 2", "claims.json:2:13: ");
        row("unknown run", json, "last(twin, bytes_weights)", "last(nobody, bytes_weights)",
            "claims.json:14:45: no scenario of this lesson is called 'nobody'");
        row("bad value", json, "to(fp16, 65519)", "to(fp17, 65519)", "claims.json:10:48: there is no format 'fp17'");
        row("range upside down", json, "[65504, 65504]", "[65505, 65504]", "claims.json:10:");
        row("range of NaN", json, "[65504, 65504]", "[\"nan\", 65504]", "claims.json:10:");
        row("one bound", json, "[65504, 65504]", "[65504]", "claims.json:10:");
        row("no lines", json, "[\"A5\"]", "[]", "the claim 'exact' names no line");
        row("bad lines", json, "\"B1-B3\"", "\"B3-B1\"", "'B3-B1' is no line of a chapter");
        row("two chapters in one range", json, "\"B1-B3\"", "\"A1-B3\"", "'A1-B3' is no line of a chapter");
        row("repeated id", json, "\"id\": \"recorded\"", "\"id\": \"exact\"", "'exact' is here for the second time");
        row("repeated case", json, "\"id\": \"above\"", "\"id\": \"limit\"", "'limit' is here for the second time");
        row("an id that is a claim's", json, "\"id\": \"apart\"", "\"id\": \"exact\"",
            "'exact' is here for the second");
        row("neither case nor source", json, "\"source\": \"A paper, 2017\"", "\"lesson\": \"small\"",
            "the claim 'recorded' has neither a case nor a source");
        row("contradiction of nothing", json, "[\"exact\", \"measured\"]", "[]", "names no claim");
        row("contradiction of an unknown", json, "[\"exact\", \"measured\"]", "[\"exact\", \"who\"]",
            "claims.json:17:60: the ledger has no claim 'who'");
        row("unknown number", json, "to(fp16, 65519)", "known(format, fp16, colour)",
            "claims.json:10:51: there is no number known(format, fp16, colour)");
        row("broken JSON", json, "\"claims\": [", "\"claims\": {", "claims.json:");
        row("missing section", "claims.en.md", "## {#recorded} They saw 5 %\nNot here.\n", "",
            "claims.en.md: the section '## {#…}' of 'recorded' is missing");
        row("one section too many", "claims.ko.md", "## {#apart}", "## {#more} x\ny\n\n## {#apart}",
            "the ledger has no claim 'more'");
        row("missing case", "claims.en.md", "- [above] just above\n", "", "the case 'above' of 'exact' has no text");
        row("case too many", "claims.en.md", "- [above]", "- [beyond] x\n- [above]", "'exact' has no case 'beyond'");
        row("a hint", "claims.en.md", "- [above]", "- [hint] x\n- [above]", "here stand paragraphs and cases only");
    }
    void bad_ledgers_are_refused_at_their_place() {
        QFETCH(QString, file);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, said);
        const LedgerFolder folder;
        folder.edit(file, from, to);
        const QString found = QString::fromStdString(error_of(folder));
        QVERIFY2(found.contains(said), qPrintable(found));
    }

    void both_languages_are_needed() {
        const LedgerFolder folder;
        QFile::remove(QString::fromStdString(folder.path("claims.ko.md")));
        QVERIFY(error_of(folder).find("claims.ko.md") != std::string::npos);
    }

    // --- verdicts

    void nan_lies_in_no_range() {
        const double inf = std::numeric_limits<double>::infinity();
        QCOMPARE(verdict_with(-inf, inf, std::nan("")), ClaimVerdict::Fails);
        QCOMPARE(verdict_with(-inf, inf, inf), ClaimVerdict::Holds);
        QCOMPARE(verdict_with(inf, inf, inf), ClaimVerdict::Holds);
        QCOMPARE(verdict_with(0, 1, 1), ClaimVerdict::Holds);
        QCOMPARE(verdict_with(0, 1, std::nextafter(1.0, 2.0)), ClaimVerdict::Fails);
    }

    void verdicts_data() {
        QTest::addColumn<double>("first");  // loss of the run "plain"
        QTest::addColumn<double>("second"); // of "other"
        QTest::addColumn<double>("bytes");
        QTest::addColumn<bool>("finished");
        QTest::addColumn<QString>("verdict");
        const double nan = std::nan("");
        QTest::newRow("both cases") << 5.0 << 5.5 << 1e6 << true << "holds";
        QTest::newRow("one of two") << 5.0 << 6.5 << 1e6 << true << "conditional";
        QTest::newRow("none") << 5.0 << 6.5 << -1.0 << true << "fails";
        QTest::newRow("NaN is data: the case fails") << 5.0 << nan << 1e6 << true << "conditional";
        QTest::newRow("a column that was not measured") << 5.0 << record::kMissing << 1e6 << true << "unmeasured";
        QTest::newRow("runs that were stopped do not count") << 5.0 << 5.5 << 1e6 << false << "unmeasured";
    }
    void verdicts() {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(double, bytes);
        QFETCH(bool, finished);
        QFETCH(QString, verdict);
        const LedgerFolder folder;
        const Ledger ledger = load_claims(folder.path());
        const auto plain = run_with(first, bytes), other = run_with(second, bytes, finished);
        const ClaimResult result =
            judge(ledger, *ledger.find("measured"), {{"plain", &plain}, {"twin", &plain}, {"other", &other}});
        QCOMPARE(QString::fromUtf8(verdict_id(result.verdict).data()), verdict);
    }

    void without_runs_exact_claims_have_a_verdict_and_measured_ones_do_not() {
        const LedgerFolder folder;
        const Ledger ledger = load_claims(folder.path());
        const ClaimResult exact = judge(ledger, *ledger.find("exact"), {});
        QCOMPARE(exact.verdict, ClaimVerdict::Conditional); // 65,519 comes down to 65,504, 65,520 is inf
        QCOMPARE(exact.cases[0].found, 65504.0);
        QVERIFY(std::isinf(exact.cases[1].found));
        QCOMPARE(exact.cases[0].origin, Origin::Computed);
        const ClaimResult measured = judge(ledger, *ledger.find("measured"), {});
        QCOMPARE(measured.verdict, ClaimVerdict::Unmeasured);
        QVERIFY(!measured.cases[0].holds && record::is_missing(measured.cases[0].found));
        QCOMPARE(measured.cases[0].origin, Origin::Measured);
        QCOMPARE(judge(ledger, *ledger.find("recorded"), {}).verdict, ClaimVerdict::Untestable);
    }

    // --- known numbers; oracles: the formats' definitions, PyTorch's lists, chapter B's table

    void known_numbers_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<double>("expected");
        QTest::newRow("fp16 max") << "known(format, fp16, max)" << 65504.0;
        QTest::newRow("bf16 min normal") << "known(format, bf16, min_normal)" << std::ldexp(1.0, -126);
        QTest::newRow("fp16 min subnormal") << "known(format, fp16, min_subnormal)" << std::ldexp(1.0, -24);
        QTest::newRow("bf16 ulp") << "known(format, bf16, ulp_at_1)" << std::ldexp(1.0, -7);
        QTest::newRow("e4m3 max") << "known(format, e4m3, max)" << 448.0;
        QTest::newRow("e4m3 has no inf") << "known(format, e4m3, has_inf)" << 0.0;
        QTest::newRow("e5m2 bytes") << "known(format, e5m2, bytes)" << 1.0;
        QTest::newRow("fp32 mantissa") << "known(format, fp32, mantissa_bits)" << 23.0;
        QTest::newRow("16 bytes") << "known(scheme, fp32, total)" << 16.0;
        QTest::newRow("14 bytes") << "known(scheme, bf16-master-no-gradients, total)" << 14.0;
        QTest::newRow("120 MB") << "known(scheme, bf16-fp32-states, 10M)" << 120e6;
        QTest::newRow("softmax on CUDA") << "known(rule, cuda, softmax)" << 32.0;
        QTest::newRow("softmax on a CPU") << "known(rule, cpu, softmax)" << 0.0;
        QTest::newRow("linear") << "known(rule, cuda, linear)" << 16.0;
        QTest::newRow("T4 units") << "known(device, t4, bf16_native)" << 0.0;
        QTest::newRow("T4 query") << "known(device, t4, bf16_accepted)" << 1.0;
        QTest::newRow("T4 fp16") << "known(device, t4, fp16)" << 65.0;
        QTest::newRow("in a ratio") << "ratio(known(format, bf16, ulp_at_1), known(format, fp16, ulp_at_1))" << 8.0;
    }
    void known_numbers() {
        QFETCH(QString, value);
        QFETCH(double, expected);
        const Value parsed = Value::parse(value.toStdString());
        QVERIFY(!parsed.needs_run() && parsed.runs().empty());
        QCOMPARE(parsed.evaluate({}), expected);
        QCOMPARE(parsed.planned({}), expected);
        QCOMPARE(Value::parse(parsed.text()).text(), parsed.text());
    }

    void an_estimate_is_the_roofs_of_the_device() {
        // The same step at twice the products' rate is faster, by less than that rate.
        const double speedup = *known_number("step", "t4", "125m.fp16.speedup");
        QVERIFY(speedup > 1 && speedup < 65 / 8.1);
        QVERIFY(*known_number("step", "t4", "125m.fp32.seconds") > *known_number("step", "t4", "10m.fp32.seconds"));
        const double share = *known_number("step", "t4", "125m.fp32.products");
        QVERIFY(share > 0 && share < 1);
        for (const char* bad : {"125m.fp16", "125m", "125m.fp17.seconds", "9x.fp16.seconds", "125m.fp16.colour"})
            QVERIFY2(!known_number("step", "t4", bad), bad);
        QVERIFY(!known_number("device", "abacus", "fp16") && !known_number("weather", "t4", "fp16"));
    }

    void origins() {
        const auto of = [](const char* value) { return origin_of(Value::parse(value)); };
        QCOMPARE(of("to(fp16, 1)"), Origin::Computed);
        QCOMPARE(of("known(format, fp16, max)"), Origin::Computed);
        QCOMPARE(of("known(device, t4, fp16)"), Origin::Recorded);
        QCOMPARE(of("known(scheme, fp32, total)"), Origin::Estimated);
        QCOMPARE(of("last(x, loss)"), Origin::Measured);
        QCOMPARE(of("ratio(known(device, t4, fp16), to(fp16, 1))"), Origin::Recorded);
        QCOMPARE(of("ratio(last(x, loss), known(step, t4, 10m.fp32.seconds))"), Origin::Measured);
    }

    // --- numbers as they are shown

    void numbers_are_shown_with_their_unit() {
        const auto shown = [](const char* unit, double value, Language language) {
            return QString::fromStdString(
                found_text({"c", Value::parse("to(fp16, 1)"), 0, 1, unit, {}}, value, language));
        };
        QCOMPARE(shown("", 0.125, Language::English), "0.125");
        QCOMPARE(shown("×", 2, Language::English), "2 ×");
        QCOMPARE(shown("%", 0.17, Language::English), "17 %");
        QCOMPARE(shown("%", 0.17, Language::Korean), "17%");
        QCOMPARE(shown("MB", 5.5e6, Language::English), "5.5 MB");
        QCOMPARE(shown("yes-no", 1, Language::English), "yes");
        QCOMPARE(shown("yes-no", 0, Language::Korean), "아니요");
        QCOMPARE(shown("MB", std::nan(""), Language::English), "NaN");
        QCOMPARE(shown("MB", record::kMissing, Language::English), "…");
    }
    void ranges_are_said() {
        const double inf = std::numeric_limits<double>::infinity();
        const auto asked = [](double least, double most, const char* unit) {
            return QString::fromStdString(
                asked_text({"c", Value::parse("to(fp16, 1)"), least, most, unit, {}}, Language::English));
        };
        QCOMPARE(asked(16, 16, "bit"), "16 bit");
        QCOMPARE(asked(1, 1, "yes-no"), "yes");
        QCOMPARE(asked(0.4, 0.6, "×"), "0.4 to 0.6 ×");
        QCOMPARE(asked(0.05, 1, "%"), "5 to 100 %");
        QVERIFY(asked(2, inf, "×").contains("2 ×") && !asked(2, inf, "×").contains("inf"));
        QVERIFY(asked(-inf, 2, "×").contains("2 ×") && !asked(-inf, 2, "×").contains("inf"));
    }

    // --- runs

    void each_scenario_runs_once_whatever_its_names() {
        const LedgerFolder folder;
        const Ledger ledger = load_claims(folder.path());
        ClaimRuns runs(ledger);
        const auto claims = claims_of(ledger, "");
        QCOMPARE(runs.missing(claims), (std::vector<std::string>{"other", "plain"})); // twin is plain
        std::vector<std::string> ran;
        const RunScenario run = [&](const scenario::Scenario& scenario) {
            ran.push_back(scenario.name);
            return run_with(5, 1e6);
        };
        std::vector<std::string> seen;
        measure(runs, ledger, claims, run, [&](std::size_t done, std::size_t all, const std::string& name) {
            seen.push_back(std::to_string(done) + "/" + std::to_string(all) + " " + name);
        });
        QCOMPARE(seen, (std::vector<std::string>{"0/2 other", "1/2 plain"}));
        QCOMPARE(ran.size(), std::size_t(2));
        QCOMPARE(runs.records().size(), std::size_t(3));
        measure(runs, ledger, claims, run);
        QCOMPARE(ran.size(), std::size_t(2)); // all of it was there
        runs.forget({ledger.find("measured")});
        QCOMPARE(runs.missing(claims).size(), std::size_t(2));
    }

    void measuring_stops_between_two_runs_and_keeps_what_is_there() {
        const LedgerFolder folder;
        const Ledger ledger = load_claims(folder.path());
        ClaimRuns runs(ledger);
        std::stop_source stop;
        const RunScenario run = [&](const scenario::Scenario&) {
            stop.request_stop();
            return run_with(5, 1e6);
        };
        measure(runs, ledger, claims_of(ledger, ""), run, {}, stop.get_token());
        QCOMPARE(runs.size(), std::size_t(1));
        const RunScenario broken = [](const scenario::Scenario&) -> record::RunRecord {
            throw text::could_not("train.out_of_memory");
        };
        QVERIFY_THROWS_EXCEPTION(text::Error, measure(runs, ledger, claims_of(ledger, ""), broken));
        QCOMPARE(runs.size(), std::size_t(1));
    }

    // --- reports

    void reports_hold_everything_and_escape_it() {
        const LedgerFolder folder;
        const Ledger ledger = load_claims(folder.path());
        ClaimsReport report{ledger, {}, Language::English, "measured <here>"};
        for (const auto& claim : ledger.claims)
            report.results.push_back(judge(ledger, claim, {}));
        const QString html = QString::fromStdString(report_html(report));
        QVERIFY(html.contains("65,504 is the &lt;limit&gt;") && !html.contains("<limit>"));
        QVERIFY(html.contains("measured &lt;here&gt;"));
        QVERIFY(html.contains("A paper, 2017") && html.contains("just above") && html.contains("B1-B3, B9"));
        QVERIFY(!html.contains("<script") && !html.contains("http"));
        const QString markdown = QString::fromStdString(report_markdown(report));
        QVERIFY(markdown.contains("65,504 is the \\<limit\\>") && markdown.contains("just above"));
        const auto contradictions = contradictions_of(report);
        QCOMPARE(contradictions.size(), std::size_t(1));
        QCOMPARE(contradictions[0].summary(Language::English),
                 std::string("holds under conditions 1, not measured yet 1"));
        report.results.resize(1); // one claim alone contradicts nobody
        QVERIFY(contradictions_of(report).empty());
        report.language = Language::Korean;
        QVERIFY(QString::fromStdString(report_html(report)).contains("lang=\"ko\""));
    }
};

QTEST_GUILESS_MAIN(TestClaims)
#include "test_claims.moc"
