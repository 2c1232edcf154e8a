// Verdicts: what has to be put forward, every precondition and relation, conclusions; and how exercises are read.
#include "core/lesson/exercise.h"

#include <QTest>
#include <algorithm>

#include "core/lesson/check.h"
#include "core/lesson/player.h"
#include "core/scenario/fields.h"
#include "tests/lesson/made_up_runs.h"
#include "tests/lesson/small_exercise.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestExercise : public QObject {
    Q_OBJECT

    // One slot each for "a" and "b", three seeds; `rules` as JSON.
    static Exercise exercise_of(std::vector<Requirement> requirements) {
        Exercise exercise;
        exercise.slot_list = {"a", "b"};
        for (auto& requirement : requirements) {
            if (requirement.slot_list.empty()) requirement.slot_list = exercise.slot_list;
            exercise.requirements.push_back(std::move(requirement));
        }
        exercise.conclusions.push_back({"yes", {Relation::parse("median(last(a, loss)) < 100")}, false});
        exercise.conclusions.push_back({"no", {Relation::parse("median(last(a, loss)) >= 100")}, false});
        return exercise;
    }
    struct Bench {
        Lesson lesson;
        Runs runs;
        explicit Bench(std::vector<Requirement> requirements, Slot::Repeats repeats = Slot::Repeats::Seeds) {
            lesson.scenarios.emplace_back("base", scenario::Scenario{});
            for (const char* name : {"a", "b"}) {
                Slot slot;
                slot.name = name;
                slot.scenario = "base";
                slot.runs = 2;
                slot.repeats = repeats;
                lesson.slot_list.push_back(slot);
            }
            Step step;
            step.id = "prove";
            step.kind = StepKind::Exercise;
            step.exercise = exercise_of(std::move(requirements));
            lesson.steps.push_back(std::move(step));
        }
        void put(const std::string& slot, std::int64_t seed, std::vector<std::pair<std::string, std::string>> set = {},
                 std::vector<double> losses = {5, 4, 3}) {
            scenario::Scenario scenario;
            scenario.seed = seed;
            for (const auto& [field, value] : set)
                scenario::set_field(scenario, field, value);
            runs.put(slot, finished_run(scenario, losses, 10 + static_cast<double>(runs.all.size())));
        }
        Judgement judge(const char* conclusion = "yes", std::optional<std::int64_t> steps = std::nullopt) const {
            return lesson::judge(lesson, lesson.steps[0], runs.evidence, conclusion, steps);
        }
        // Ids of the lines that fail, or "passes".
        QString failing(const char* conclusion = "yes", std::optional<std::int64_t> steps = std::nullopt) const {
            const Judgement judgement = judge(conclusion, steps);
            QStringList ids;
            for (const auto& line : judgement.lines)
                if (!line.holds) ids << QString::fromStdString(line.message.id).remove("exercise.");
            if (ids.isEmpty()) return judgement.outcome == Outcome::Pass ? "passes" : "neither";
            return judgement.outcome == Outcome::NotYet ? ids.join(' ') : "neither";
        }
    };
    static Requirement rule(Requirement::Rule rule, std::int64_t number = 0, std::vector<std::string> fields = {}) {
        Requirement requirement;
        requirement.rule = rule;
        requirement.number = number;
        requirement.fields = std::move(fields);
        return requirement;
    }

    static QStringList told(const std::vector<Finding>& findings) {
        QStringList lines;
        for (const auto& finding : findings)
            lines << QString("%1 %2").arg(finding.severity == Finding::Severity::Error ? "error" : "warning",
                                          QString::fromStdString(finding.message.id));
        return lines;
    }

  private Q_SLOTS:
    // --- evidence

    void runs_are_counted_and_finished() {
        Bench bench({});
        QCOMPARE(bench.failing(), QString("runs_found runs_found"));
        bench.put("a", 1), bench.put("a", 2), bench.put("b", 1);
        QCOMPARE(bench.failing(), QString("runs_found"));
        bench.put("b", 2);
        QCOMPARE(bench.failing(), QString("passes"));
        record::RunRecord stopped(scenario::Scenario{}, {});
        stopped.fact({0, "stopped", {}});
        bench.runs.put("b", std::move(stopped));
        QCOMPARE(bench.failing(), QString("not_finished"));
    }

    void one_run_counts_once() {
        Bench bench({});
        bench.put("a", 1), bench.put("a", 2), bench.put("b", 1);
        bench.runs.evidence["b"].push_back(bench.runs.evidence["a"][1]);
        QCOMPARE(bench.failing(), QString("same_run_twice"));
        // The same file read twice: another object with the same times.
        bench.runs.evidence["b"].pop_back();
        bench.runs.put("b", record::RunRecord(*bench.runs.evidence["a"][1]));
        QCOMPARE(bench.failing(), QString("same_run_twice"));
        // A repeat has the same results and other times.
        bench.runs.evidence["b"].pop_back();
        bench.put("b", 2);
        QCOMPARE(bench.failing(), QString("passes"));
    }

    void seeds_within_a_slot() {
        Bench seeds({});
        seeds.put("a", 1), seeds.put("a", 1), seeds.put("b", 1), seeds.put("b", 2);
        QCOMPARE(seeds.failing(), QString("seeds_repeat"));
        Bench times({}, Slot::Repeats::Times);
        times.put("a", 1), times.put("a", 2), times.put("b", 1), times.put("b", 1);
        QCOMPARE(times.failing(), QString("seeds_differ"));
    }

    void slots_ask_for_settings() {
        Bench bench({});
        bench.lesson.slot_list[0].where = {{"precision", {"fp16", "bf16"}}};
        bench.put("a", 1, {{"precision", "fp16"}}), bench.put("a", 2, {{"precision", "bf16"}});
        bench.put("b", 1), bench.put("b", 2);
        QCOMPARE(bench.failing(), QString("passes"));
        bench.put("a", 3);
        QCOMPARE(bench.failing(), QString("other_setting"));
        QVERIFY(is_open(bench.lesson.slot_list[0], "precision"));
        bench.lesson.slot_list[0].where = {{"precision", {"fp16"}}};
        QVERIFY(!is_open(bench.lesson.slot_list[0], "precision"));
        QVERIFY(is_open(bench.lesson.slot_list[0], "seed"));
    }

    // --- preconditions

    void preconditions_data() {
        using enum Requirement::Rule;
        using Texts = std::vector<std::pair<std::string, std::string>>;
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("expected");
        m_rows.clear();
        const std::vector<double> three = {5, 4, 3};
        const auto add = [&](const char* name, Requirement requirement, Texts a, Texts b, std::vector<double> losses,
                             std::int64_t seed, const char* expected) {
            QTest::newRow(name) << static_cast<int>(m_rows.size()) << QString(expected);
            m_rows.push_back({std::move(requirement), std::move(a), std::move(b), std::move(losses), seed});
        };
        add("same seeds", rule(SameSeeds), {}, {}, three, 0, "passes");
        add("other seeds", rule(SameSeeds), {}, {}, three, 7, "other_seeds");
        add("nothing differs", rule(OnlyDiffer, 0, {"precision"}), {}, {}, three, 0, "passes");
        add("only that differs", rule(OnlyDiffer, 0, {"precision"}), {}, {{"precision", "bf16"}}, three, 0, "passes");
        add("another differs", rule(OnlyDiffer, 0, {"precision"}), {}, {{"optimizer.lr", "0.1"}}, three, 0,
            "differs_too");
        add("both differ", rule(OnlyDiffer, 0, {"precision"}), {}, {{"precision", "bf16"}, {"sequence_length", "16"}},
            three, 0, "differs_too");
        add("names and levels do not count", rule(OnlyDiffer, 0, {"precision"}), {},
            {{"name", "x"}, {"record.level", "full"}}, three, 0, "passes");
        add("the scaler comes with fp16", rule(OnlyDiffer, 0, {"precision"}), {}, {{"precision", "fp16"}}, three, 0,
            "differs_too");
        add("the scaler is named", rule(OnlyDiffer, 0, {"precision", "scaler.enabled"}), {}, {{"precision", "fp16"}},
            three, 0, "passes");
        add("enough steps", rule(StepsAtLeast, 3), {}, {}, three, 0, "passes");
        add("a step short", rule(StepsAtLeast, 4), {}, {}, three, 0, "steps_at_least");
        add("as many steps", rule(SameSteps), {}, {}, three, 0, "passes");
        add("fewer steps", rule(SameSteps), {}, {}, {5}, 0, "other_steps");
        add("epochs", rule(WholeEpochs, 2), {{"length.epochs", "2"}}, {{"length.epochs", "2"}}, three, 0, "passes");
        add("an epoch short", rule(WholeEpochs, 2), {{"length.epochs", "2"}}, {{"length.epochs", "1"}}, three, 0,
            "other_epochs");
        add("steps are no epochs", rule(WholeEpochs, 1), {{"length.epochs", "1"}}, {}, three, 0, "other_epochs");
        add("batch 128", rule(EffectiveBatch, 128), {{"micro_batch_size", "32"}, {"accumulation_steps", "4"}},
            {{"batch_size", "128"}, {"accumulation_steps", "16"}}, three, 0, "passes");
        add("batch 512", rule(EffectiveBatch, 128), {{"micro_batch_size", "128"}},
            {{"micro_batch_size", "128"}, {"accumulation_steps", "4"}}, three, 0, "other_batch");
        add("same data", rule(SameData), {{"micro_batch_size", "32"}},
            {{"micro_batch_size", "8"}, {"accumulation_steps", "4"}}, three, 0, "passes");
        add("longer texts", rule(SameData), {}, {{"sequence_length", "32"}}, three, 0, "other_data");
        add("another language", rule(SameData), {}, {{"data.language", "en"}}, three, 0, "other_data");
        add("another batch", rule(SameData), {}, {{"micro_batch_size", "16"}}, three, 0, "other_data");
        add("same machine", rule(SameMachine), {}, {}, three, 0, "passes");
    }
    void preconditions() {
        QFETCH(int, number);
        QFETCH(QString, expected);
        const Made& made = m_rows.at(static_cast<std::size_t>(number));
        Bench bench({made.requirement});
        bench.put("a", 2, made.a), bench.put("a", 1, made.a); // any order will do
        bench.put("b", 1 + made.seed, made.b, made.losses), bench.put("b", 2 + made.seed, made.b, made.losses);
        QCOMPARE(bench.failing(), expected);
    }

    void a_rule_may_look_at_some_slots_only() {
        Requirement only_a = rule(Requirement::Rule::EffectiveBatch, 8);
        only_a.slot_list = {"a"};
        Bench bench({only_a});
        bench.put("a", 1), bench.put("a", 2);
        bench.put("b", 1, {{"micro_batch_size", "16"}}), bench.put("b", 2, {{"micro_batch_size", "16"}});
        QCOMPARE(bench.failing(), QString("passes"));
    }

    void live_changes_and_other_machines() {
        Bench changed({rule(Requirement::Rule::OnlyDiffer)});
        changed.put("a", 1), changed.put("a", 2), changed.put("b", 1), changed.put("b", 2);
        QCOMPARE(changed.failing(), QString("passes"));
        changed.runs.all[3]->fact({1, "setting_changed", {{"field", std::string("optimizer.lr")}}});
        QCOMPARE(changed.failing(), QString("changed_on_its_way"));

        Bench elsewhere({rule(Requirement::Rule::SameMachine)});
        elsewhere.put("a", 1), elsewhere.put("a", 2), elsewhere.put("b", 1);
        scenario::Scenario two;
        two.seed = 2;
        record::RunRecord run(two, {{"libtorch", std::string("made up")},
                                    {"cpu", std::string("other")},
                                    {"device", std::string("cpu")},
                                    {"threads", std::int64_t{1}}});
        run.sample(elsewhere.runs.all[0]->samples()[0]);
        run.fact({1, "finished", {}});
        elsewhere.runs.put("b", std::move(run));
        QCOMPARE(elsewhere.failing(), QString("other_machine"));
    }

    void checks_may_be_content_with_fewer_steps() {
        Bench bench({rule(Requirement::Rule::StepsAtLeast, 1000)});
        bench.put("a", 1), bench.put("a", 2), bench.put("b", 1), bench.put("b", 2);
        QCOMPARE(bench.failing(), QString("steps_at_least"));
        QCOMPARE(bench.failing("yes", 3), QString("passes"));
    }

    // --- relations and conclusions

    void conclusions_must_agree_with_the_records() {
        Bench bench({});
        bench.put("a", 1), bench.put("a", 2), bench.put("b", 1), bench.put("b", 2);
        QCOMPARE(bench.failing(""), QString("no_conclusion"));
        QCOMPARE(bench.judge("").borne_out, std::vector<std::string>{"yes"});
        QCOMPARE(bench.failing("no"), QString("relation conclusion_fails"));
        QCOMPARE(bench.failing("yes"), QString("passes"));
        bench.lesson.steps[0].exercise->conclusions[0].is_inconclusive = true;
        QCOMPARE(bench.judge("yes").outcome, Outcome::Inconclusive);
        QCOMPARE(bench.judge("no").outcome, Outcome::NotYet);
    }

    void what_must_be_shown_comes_before_conclusions() {
        Bench bench({});
        bench.put("a", 1), bench.put("a", 2), bench.put("b", 1), bench.put("b", 2);
        auto& show = bench.lesson.steps[0].exercise->show;
        show.push_back(Relation::parse("most(last(a, loss)) < 1"));
        QCOMPARE(bench.failing(), QString("relation"));
        show[0] = Relation::parse("median(last(a, grad_norm)) < 1"); // not measured: not shown
        QCOMPARE(bench.failing(), QString("relation"));
        show[0] = Relation::parse("most(last(a, loss)) = 3");
        QCOMPARE(bench.failing(), QString("passes"));
        QCOMPARE(bench.judge().lines.back().message.id, std::string("exercise.conclusion_holds"));
    }

    void nan_proves_nothing_but_itself() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        Bench bench({});
        bench.put("a", 1, {}, {nan, nan}), bench.put("a", 2, {}, {nan, nan}), bench.put("b", 1), bench.put("b", 2);
        QCOMPARE(bench.judge().borne_out, std::vector<std::string>{}); // neither below nor above
        QCOMPARE(bench.failing("yes"), QString("relation conclusion_fails"));
        QCOMPARE(bench.failing("no"), QString("relation conclusion_fails"));
    }

    void remarks_name_parameter_and_step() {
        Bench bench({});
        bench.put("a", 1), bench.put("a", 2), bench.put("b", 1), bench.put("b", 2);
        bench.runs.all[0]->fact({7, "step_skipped", {{"parameter", std::string("head.weight")}}});
        bench.runs.all[0]->fact({7, "loss_nonfinite", {{"value", std::numeric_limits<double>::quiet_NaN()}}});
        QStringList said;
        for (const auto& remark : bench.judge().remarks)
            said << QString::fromStdString(text::render(remark, text::Language::English));
        QCOMPARE(said, (QStringList{"a, seed 1: 1 steps skipped, the first at step 7, because of head.weight",
                                    "a, seed 1: the loss is NaN from step 7 on"}));
    }

    // --- reading, lint and check

    void an_exercise_is_read_and_checked() {
        const auto folder = exercise_folder();
        const Lesson lesson = folder->load();
        const Step& step = *lesson.find_step("mend");
        QVERIFY(step.exercise);
        QCOMPARE(step.answer_keys(), (std::vector<std::string>{"skips", "rests"}));
        QCOMPARE(lesson.slot_list.size(), std::size_t(2));
        QCOMPARE(scenario_of(lesson, lesson.slot_list[0], 1).seed, lesson.find_scenario("high")->seed + 1);
        const LessonShelf shelf = load_lessons(folder->path());
        QStringList found = told(lint(shelf.lessons.at(0), shelf));
        found.removeOne("warning lesson.unknown_key"), found.removeOne("warning lesson.unwritten");
        QCOMPARE(found, QStringList());
        QCOMPARE(told(check(lesson, made_up)), QStringList());
    }

    void check_finds_what_passes_wrongly() {
        const auto findings = [](const QByteArray& before, const QByteArray& after) {
            const auto folder = exercise_folder();
            folder->replace("lesson.json", before, after);
            return told(check(folder->load(), made_up));
        };
        QCOMPARE(findings(R"("reference": [ { "conclusion": "measured" } ])",
                          R"("reference": [ { "conclusion": "skips" } ])"),
                 QStringList{"error exercise.reference_fails"});
        QCOMPARE(findings(R"({ "conclusion": "skips" },)", R"({ "conclusion": "rests" },)"),
                 QStringList{"error exercise.wrong_passes"});
        QCOMPARE(findings(R"("median(count(b, step_skipped)) > 3")", R"("median(count(b, step_skipped)) < 9")"),
                 (QStringList{"error exercise.not_one_conclusion", "error exercise.wrong_passes"}));
        // The scale is halved eight times before it is quiet; 8 is too near to 5.
        QCOMPARE(findings("least(count(a, step_skipped)) > 3", "least(count(a, step_skipped)) > 5"),
                 QStringList{"warning exercise.reference_near"});
    }

    void cards_speak_of_the_verdict() {
        const auto folder = exercise_folder();
        const Lesson lesson = folder->load();
        Player player(lesson);
        player.go_to(5);
        QCOMPARE(player.step().id, std::string("mend"));
        player.answer("mend", {"rests", std::nullopt});
        QCOMPARE(player.verdict(player.step(), {}), Verdict::Unmeasured);
        QVERIFY(player.card(text::Language::English, {}).remarks.empty());
        player.judged("mend", Outcome::NotYet);
        QCOMPARE(player.verdict(player.step(), {}), Verdict::Unmeasured);
        QVERIFY(player.card(text::Language::English, {}).has_more_hints);
        player.judged("mend", Outcome::Inconclusive);
        const Card card = player.card(text::Language::English, {});
        QCOMPARE(card.verdict, Verdict::Right);
        QCOMPARE(card.remarks, std::vector<std::string>{"So it is."});
        QVERIFY(!card.has_more_hints); // nothing is left to hint at
        QVERIFY(!card.options[0].correct && card.options[1].correct && card.options[1].chosen);
        QVERIFY(card.can_commit); // another conclusion may be tried
        player.write("mend", "My own words.");
        QCOMPARE(player.sentence("mend"), std::string("My own words."));
        player.restart();
        QCOMPARE(player.sentence("mend"), std::string());
        QVERIFY(!player.find_outcome("mend"));
    }

    void refuses_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* before, const char* after, const char* expected) {
            QTest::newRow(name) << QString(before) << QString(after) << QString(expected);
        };
        row("no slots", R"("evidence": ["a", "b"])", R"("evidence": [])", "an exercise needs at least one slot");
        row("unknown slot", R"("evidence": ["a", "b"])", R"("evidence": ["a", "c"])", "'c' is no slot");
        row("no slots at all", R"("evidence": ["a", "b"],)", "", "evidence");
        row("slot of another step", R"("evidence": ["a", "b"])", R"("evidence": ["a"])", "'b' is no slot");
        row("unknown scenario", R"("scenario": "high", "runs")", R"("scenario": "hi", "runs")", "'hi'");
        row("no scenario", R"("scenario": "high", "runs": 2)", R"("runs": 2)", "scenario");
        row("too many runs", R"("high", "runs": 2)", R"("high", "runs": 99)", "from 1 to 20");
        row("unknown repeats", R"("repeats": "seeds")", R"("repeats": "often")", "'often'");
        row("unknown field", R"("where": { "precision")", R"("where": { "precison")", "precison");
        row("bad value", R"(["fp16", "bf16"])", R"(["fp16", "fp17"])", "fp17");
        row("no rule", R"({ "same_seeds": true })", R"({ "same_sedes": true })", "exactly one rule");
        row("two rules", R"({ "same_seeds": true })", R"({ "same_seeds": true, "same_data": true })",
            "exactly one rule");
        row("false", R"({ "same_seeds": true })", R"({ "same_seeds": false })", "only true");
        row("bad number", R"({ "same_seeds": true })", R"({ "steps_at_least": 0 })", "from 1 to");
        row("bad field", R"(["scaler.init_scale", "length.steps"])", R"(["scaler.init"])", "scaler.init");
        row("bad relation", "least(count(a, step_skipped)) > 3", "count(a, step_skipped) > 3",
            "'count' is no statistic");
        row("unknown slot in a relation", "least(count(a, step_skipped)) > 3", "least(count(high, step_skipped)) > 3",
            "'high' is no slot");
        row("one conclusion", R"(, "outcome": "inconclusive" } ],)", R"(} ], "x": [],)", "accepted");
        row("unknown outcome", R"("outcome": "inconclusive")", R"("outcome": "maybe")", "'maybe'");
        row("reserved", R"({ "id": "skips", "true_if")", R"({ "id": "measured", "true_if")", "measured");
        row("nothing makes it true", R"([ "median(count(b, step_skipped)) = 0" ])", "[]", "at least one relation");
        row("unknown conclusion", R"([ { "conclusion": "measured" } ])", R"([ { "conclusion": "x" } ])", "'x'");
        row("attempt on another slot", R"("evidence": { "a": { "set")", R"("evidence": { "z": { "set")",
            "'z' is no slot");
    }
    void refuses() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, expected);
        const auto folder = exercise_folder();
        folder->replace("lesson.json", before.toUtf8(), after.toUtf8());
        const QString said = complaint(*folder, [&] { static_cast<void>(folder->load()); });
        QVERIFY2(said.contains(expected), qPrintable(said));
        if (expected != "accepted") QVERIFY2(said.contains("lesson.json:"), qPrintable(said));
    }

    void unknown_keys_are_kept_with_a_warning() {
        const auto folder = exercise_folder();
        folder->replace("lesson.json", R"("repeats": "seeds")", R"("repeats": "seeds", "colour": "red")");
        const Lesson lesson = folder->load();
        QVERIFY(std::ranges::any_of(lesson.warnings, [](const text::Error& warning) {
            return warning.text(text::Language::English).find("colour") != std::string::npos;
        }));
    }

  private:
    struct Made {
        Requirement requirement;
        std::vector<std::pair<std::string, std::string>> a, b;
        std::vector<double> losses;
        std::int64_t seed;
    };
    std::vector<Made> m_rows;
};

QTEST_GUILESS_MAIN(TestExercise)
#include "test_exercise.moc"
