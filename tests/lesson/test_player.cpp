#include "core/lesson/player.h"

#include <QTest>

#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;
using text::Language;

class TestPlayer : public QObject {
    Q_OBJECT

    const LessonFolder m_folder;
    const Lesson m_lesson = m_folder.load();
    const record::RunRecord m_high = made_up(*m_lesson.find_scenario("high"));
    const record::RunRecord m_low = made_up(*m_lesson.find_scenario("low"));
    const Records m_all = {{"high", &m_high}, {"low", &m_low}};

    Player at(const char* step_id) const {
        Player player(m_lesson);
        while (player.step().id != step_id)
            player.next();
        return player;
    }
    static std::string filled(const Player& player, const char* markdown, const Records& records,
                              Language language = Language::Korean) {
        return fill_values(markdown, player, records, language);
    }

  private Q_SLOTS:
    void goes_anywhere_at_any_time() {
        Player player(m_lesson);
        player.back();
        QCOMPARE(player.position(), std::size_t(0));
        player.go_to(4);
        QCOMPARE(player.step().id, std::string("why"));
        player.go_to(1000000);
        QCOMPARE(player.step().id, std::string("recap"));
        player.next();
        QCOMPARE(player.step().id, std::string("recap"));
        player.back();
        QCOMPARE(player.step().id, std::string("mend"));
        for (const auto language : {Language::Korean, Language::English})
            for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
                player.go_to(i);
                QVERIFY(!player.card(language, {}).heading.empty());
                QVERIFY(!player.card(language, m_all).heading.empty());
            }
    }

    // The badge of a reveal is that of the number that was asked for.
    void a_reveal_says_where_its_number_comes_from() {
        QCOMPARE(at("seen").card(Language::English, m_all).origin, Origin::Measured);
        const Lesson speed = load_lesson(AMPSCOPE_SOURCE_DIR "/lessons/b2-speed");
        Player player(speed);
        player.go_to(1); // a step of a T4, by formula
        QCOMPARE(player.card(Language::Korean, {}).origin, Origin::Estimated);
        const Lesson advisor = load_lesson(AMPSCOPE_SOURCE_DIR "/lessons/b8-advisor");
        Player asked(advisor);
        asked.go_to(6); // what a T4 answered, on record
        QCOMPARE(asked.card(Language::Korean, {}).origin, Origin::Recorded);
    }

    void a_prediction_is_given_once() {
        Player player = at("guess");
        Card card = player.card(Language::English, m_all);
        QVERIFY(card.can_commit);
        QVERIFY(card.verdict == Verdict::Open);
        QCOMPARE(card.options.size(), std::size_t(3));
        player.answer("guess", {"2", {}});
        player.answer("guess", {"0", {}});
        QCOMPARE(player.find_answer("guess")->key, std::string("2"));
        card = player.card(Language::English, m_all);
        QVERIFY(!card.can_commit);
        QVERIFY(card.options[2].chosen && card.options[2].correct && !card.options[0].correct);
        QVERIFY(card.verdict == Verdict::Right);
        QVERIFY(player.card(Language::English, {}).verdict == Verdict::Unmeasured);
        QVERIFY(!player.card(Language::English, {}).options[2].correct);
        // The reveal tells how it came out.
        QVERIFY(player.verdict(*m_lesson.find_step("seen"), m_all) == Verdict::Right);
        QVERIFY(player.verdict(*m_lesson.find_step("play"), m_all) == Verdict::Open);
    }

    void a_wrong_prediction_is_wrong() {
        Player player = at("guess");
        player.answer("guess", {"0", {}});
        QVERIFY(player.card(Language::English, m_all).verdict == Verdict::Wrong);
        QVERIFY(!player.card(Language::English, m_all).can_commit);
    }

    void choices_can_be_tried_again() {
        Player player = at("why");
        player.answer("why", {"bad", {}});
        QVERIFY(player.card(Language::English, {}).verdict == Verdict::Wrong);
        QVERIFY(player.card(Language::English, {}).can_commit);
        player.answer("why", {"good", {}});
        QVERIFY(player.card(Language::English, {}).verdict == Verdict::Right);
        QVERIFY(!player.card(Language::English, {}).can_commit);
    }

    // Jumping to a step shows what walking to it shows.
    void a_step_without_a_stage_keeps_the_one_before() {
        const auto stage = [&](const char* id) { return m_lesson.stage_at(at(id).position()); };
        QCOMPARE(stage("play"), (std::vector<std::string>{"histogram"}));
        QCOMPARE(stage("guess"), stage("play"));
        QCOMPARE(stage("seen"), (std::vector<std::string>{"scale-trace", "loss"}));
        QCOMPARE(stage("recap"), stage("seen"));
        QCOMPARE(m_lesson.stage_at(1000), stage("seen"));
    }

    void a_prediction_may_be_about_a_computed_number() {
        const LessonFolder folder;
        folder.replace("lesson.json", R"x("value": "count(high, step_skipped)")x", R"x("value": "to(fp16, 65520)")x");
        const Lesson lesson = folder.load();
        Player player(lesson);
        player.answer("guess", {"1", {}});
        QVERIFY(player.verdict(*lesson.find_step("guess"), {}) == Verdict::Wrong); // no run is needed
        QVERIFY(player.verdict(*lesson.find_step("seen"), {}) == Verdict::Wrong);
        QCOMPARE(fill_values("{{to(fp16, 65519)}}, {{to(fp32, fp16:0x3c00)|을/를}}", player, {}, Language::Korean),
                 std::string("65,504, 1을"));
    }

    void a_prediction_may_be_a_choice_that_a_statement_decides() {
        const LessonFolder folder;
        folder.replace("lesson.json", small_question(),
                       R"("choices": [ { "id": "more", "correct": true,
                           "true_if": "difference(count(high, step_skipped), count(low, step_skipped)) > 0" },
                                       { "id": "less" } ])");
        for (const char* text : {"en.md", "ko.md"}) {
            folder.replace(text, "- [0]", "- [more]");
            folder.replace(text, "- [1]", "- [less]");
        }
        for (const char* line : {"- [2] 4 or more\n", "[if: answer.guess = 0] A large scale is not free.\n"})
            folder.replace("en.md", line, "");
        for (const char* line : {"- [2] 4번 이상\n", "[if: answer.guess = 0] 스케일은 공짜가 아니야.\n"})
            folder.replace("ko.md", line, "");
        folder.replace("en.md", "{{answer.guess|range}}", "{{answer.guess}}");
        folder.replace("ko.md", "{{answer.guess|range}}", "{{answer.guess}}");
        const Lesson lesson = folder.load();
        const Step& guess = *lesson.find_step("guess");
        Player player(lesson);
        player.go_to(1);
        player.answer("guess", {"more", {}});
        player.answer("guess", {"less", {}});
        QCOMPARE(player.find_answer("guess")->key, std::string("more")); // given once
        QVERIFY(player.verdict(guess, {}) == Verdict::Unmeasured);
        QVERIFY(player.verdict(guess, m_all) == Verdict::Right);
        QVERIFY(player.verdict(guess, {{"high", &m_low}, {"low", &m_high}}) == Verdict::Wrong); // the record decides
        QVERIFY(player.card(Language::English, m_all).options[0].correct);
        QVERIFY(!player.card(Language::English, {}).options[0].correct);
    }

    void any_step_where_it_holds_is_right_to_point_at() {
        Player player = at("notice");
        QVERIFY(player.card(Language::English, m_all).can_commit);
        player.answer("notice", {"", 3});
        QVERIFY(player.card(Language::English, m_all).verdict == Verdict::Right);
        QVERIFY(player.card(Language::English, {}).verdict == Verdict::Unmeasured);
        player.answer("notice", {"", 77});
        QVERIFY(player.card(Language::English, m_all).verdict == Verdict::Wrong);
    }

    void what_is_no_answer_is_refused() {
        Player player(m_lesson);
        const auto said = [&](const char* step, Answer answer) {
            return complaint(m_folder, [&] { player.answer(step, std::move(answer)); });
        };
        QCOMPARE(said("guess", {"3", {}}), QString("the step 'guess' has no option '3'"));
        QCOMPARE(said("guess", {"", 1}), QString("the step 'guess' has no option ''"));
        QCOMPARE(said("notice", {"0", {}}), QString("the step 'notice' has no option '0'"));
        QCOMPARE(said("play", {"0", {}}), QString("'play' is no step that takes an answer"));
        QCOMPARE(said("nowhere", {"0", {}}), QString("'nowhere' is no step that takes an answer"));
        QVERIFY(!player.find_answer("guess"));
    }

    void the_card_follows_the_answer() {
        Player player = at("seen");
        QCOMPARE(player.card(Language::English, m_all).paragraphs,
                 (std::vector<std::string>{"It was 10.", "More than two.", "The scale began at 2²⁴."}));
        player.answer("guess", {"0", {}});
        QCOMPARE(player.card(Language::English, m_all).paragraphs,
                 (std::vector<std::string>{"You said 0; it was 10.", "A large scale is not free.", "More than two.",
                                           "The scale began at 2²⁴."}));
        QCOMPARE(player.card(Language::Korean, m_all).paragraphs,
                 (std::vector<std::string>{"예측은 0, 결과는 10이야.", "스케일은 공짜가 아니야.", "두 번이 넘어.",
                                           "시작은 '2²⁴'야."}));
        // Before the run: no value, no condition about one; the scenario says what it says.
        QCOMPARE(player.card(Language::English, {}).paragraphs,
                 (std::vector<std::string>{"You said 0; it was ….", "A large scale is not free.",
                                           "The scale began at 2²⁴."}));
    }

    void ranges_are_told_in_the_language() {
        Player player(m_lesson);
        QCOMPARE(filled(player, "{{answer.guess|range}}", m_all), std::string("…"));
        player.answer("guess", {"1", {}});
        QCOMPARE(filled(player, "{{answer.guess|range}}", m_all), std::string("1~3"));
        QCOMPARE(filled(player, "{{answer.guess|range}}", m_all, Language::English), std::string("1 to 3"));
        QCOMPARE(filled(player, "{{answer.guess}}", m_all), std::string("1~3번"));
        QCOMPARE(filled(player, "{{answer.guess|을/를}}", m_all), std::string("1~3번을"));
        player.restart();
        player.answer("guess", {"2", {}});
        QCOMPARE(filled(player, "{{answer.guess|range|을/를}}", m_all), std::string("4 이상을"));
        QCOMPARE(filled(player, "{{answer.guess|range}}", m_all, Language::English), std::string("4 or more"));
    }

    void particles_follow_the_shown_text() {
        const Player player(m_lesson);
        QCOMPARE(filled(player, "{{count(high, step_skipped)|을/를}}", m_all), std::string("10을"));
        QCOMPARE(filled(player, "{{count(high, step_skipped, step < 9)|을/를}}", m_all), std::string("9를"));
        QCOMPARE(filled(player, "{{count(high, step_skipped, step < 7)|(으)로}}", m_all), std::string("7로"));
        QCOMPARE(filled(player, "'{{at(high, init_scale)}}'{{at(high, init_scale):은/는}}", m_all),
                 std::string("'2²⁴'는"));
        QCOMPARE(filled(player, "{{max(high, loss)|이/가}}", {}), std::string("…가"));
    }

    void shares_and_bytes_have_forms_of_their_own() {
        const Player player(m_lesson);
        QCOMPARE(filled(player, "{{max(low, underflow_share)}}", m_all), std::string("0.125"));
        QCOMPARE(filled(player, "{{max(low, underflow_share)|%}}", m_all), std::string("12.5%"));
        QCOMPARE(filled(player, "{{max(low, underflow_share)|%}}", m_all, Language::English), std::string("12.5 %"));
        QCOMPARE(filled(player, "{{max(low, underflow_share)|%|을/를}}", m_all), std::string("12.5%를"));
        record::RunRecord run;
        record::Sample sample;
        sample[record::Column::BytesPeak] = 1.5e6;
        run.sample(sample);
        run.fact({1, "finished", {}});
        QCOMPARE(filled(player, "{{max(low, bytes_peak)|MB}}", {{"low", &run}}), std::string("1.5 MB"));
    }

    void numbers_are_written_as_people_write_them_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, const char* text) { QTest::addRow("%s", text) << value << QString(text); };
        row(0, "0");
        row(-7, "-7");
        row(2048, "2048");
        row(4096, "2¹²");
        row(65504, "65,504");
        row(65536, "2¹⁶");
        row(1e6, "1,000,000");
        row(std::ldexp(1, 100), "2¹⁰⁰");
        row(1e20, "1×10²⁰");
        row(0.5, "0.5");
        row(std::ldexp(1, -24), "2⁻²⁴");
        row(0.207820325, "0.2078");
        row(3.14159, "3.142");
        row(1234.5678, "1235");
        row(12345.678, "12,350");
        row(9999.96, "10,000");
        row(8.695e-6, "8.695×10⁻⁶");
        row(-1.5e-7, "-1.5×10⁻⁷");
        row(3.5e20, "3.5×10²⁰");
        row(INFINITY, "inf");
        row(-INFINITY, "-inf");
        row(NAN, "NaN");
        row(record::kMissing, "…");
    }
    void numbers_are_written_as_people_write_them() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(number_text(value)), text);
    }

    void hints_come_one_by_one() {
        Player player = at("mend");
        QVERIFY(player.card(Language::English, {}).hints.empty());
        QVERIFY(player.card(Language::English, {}).has_more_hints);
        player.ask_for_hint();
        QCOMPARE(player.card(Language::English, {}).hints, std::vector<std::string>{"first hint"});
        QCOMPARE(player.card(Language::Korean, {}).hints, std::vector<std::string>{"첫째 힌트"});
        for (int i = 0; i < 5; ++i)
            player.ask_for_hint();
        QCOMPARE(player.card(Language::English, {}).hints.size(), std::size_t(2));
        QVERIFY(!player.card(Language::English, {}).has_more_hints);
        player.go_to(0);
        player.ask_for_hint(); // there are none
        QVERIFY(!player.card(Language::English, {}).has_more_hints);
    }

    void a_goal_is_reached_when_all_of_it_holds() {
        const Player player = at("mend");
        const Step& mend = player.step();
        QVERIFY(player.verdict(mend, {}) == Verdict::Unmeasured);
        QVERIFY(!player.goal(mend, {}).reached());
        QVERIFY(player.verdict(mend, m_all) == Verdict::Wrong);
        const GoalState state = player.goal(mend, m_all);
        QCOMPARE(state.parts[1].found, 0.125);
        QVERIFY(state.parts[0].holds && !state.parts[1].holds);
        scenario::Scenario better = *m_lesson.find_scenario("low");
        better.scaler.init_scale = 64;
        const record::RunRecord run = made_up(better);
        QVERIFY(player.goal(mend, {{"low", &run}}).reached());
        QVERIFY(player.verdict(mend, {{"low", &run}}) == Verdict::Right);
        QVERIFY(!GoalState{}.reached());
    }

    void nothing_is_said_of_a_run_that_goes_on() {
        scenario::Scenario better = *m_lesson.find_scenario("low");
        better.scaler.init_scale = 64;
        record::RunRecord running(better, {});
        const record::RunRecord whole = made_up(better);
        for (const auto& sample : whole.samples())
            running.sample(sample);
        const Records records = {{"high", &running}, {"low", &running}};
        Player player = at("mend");
        const GoalState state = player.goal(player.step(), records);
        QVERIFY(state.parts[0].holds && state.parts[1].holds && !state.is_final && !state.reached());
        QVERIFY(player.verdict(player.step(), records) == Verdict::Unmeasured);
        player.answer("guess", {"0", {}});
        QVERIFY(player.verdict(*m_lesson.find_step("guess"), records) == Verdict::Unmeasured);
        player.go_to(1);
        QVERIFY(!player.card(Language::English, records).options[0].correct);
        QCOMPARE(filled(player, "{{count(low, step_skipped)}}", records), std::string("…"));
        QCOMPARE(filled(player, "{{at(low, init_scale)}}", records), std::string("64"));
        QVERIFY(!condition_holds("count(low, step_skipped) = 0", player, records));
        running.fact({5, "stopped", {}});
        QCOMPARE(filled(player, "{{count(low, step_skipped)}}", records), std::string("0"));
        QVERIFY(player.verdict(*m_lesson.find_step("mend"), records) == Verdict::Right);
    }

    void nan_reaches_no_goal_and_fits_no_range() {
        record::RunRecord run;
        record::Sample sample;
        sample[record::Column::Loss] = NAN;
        run.sample(sample);
        for (const char* bound : {"at_most", "at_least", "below", "above"}) {
            Condition condition{};
            (std::string(bound) == "at_most"    ? condition.at_most
             : std::string(bound) == "at_least" ? condition.at_least
             : std::string(bound) == "below"    ? condition.below
                                                : condition.above) = 1;
            QVERIFY(!condition.holds(NAN));
            QVERIFY(!condition.holds(record::kMissing));
            QCOMPARE(condition.holds(1), std::string(bound).starts_with("at"));
        }
        const Question question{Value::parse("last(high, loss)"), {{-INFINITY, INFINITY}}};
        QVERIFY(!right_option(question, {{"high", &run}}));
        QVERIFY(!right_option(question, {}));
    }

    void at_a_common_border_the_first_range_counts() {
        record::RunRecord run;
        record::Sample sample;
        sample[record::Column::Loss] = 2;
        run.sample(sample);
        const Question question{Value::parse("last(high, loss)"), {{0, 2}, {2, 4}}};
        QCOMPARE(*right_option(question, {{"high", &run}}), std::size_t(0));
    }

    void conditions() {
        Player player(m_lesson);
        const auto holds = [&](const char* condition) { return condition_holds(condition, player, m_all); };
        QVERIFY(holds("answer.guess missing") && !holds("answer.guess given") && !holds("answer.guess = 1"));
        player.answer("guess", {"1", {}});
        QVERIFY(!holds("answer.guess missing") && holds("  answer.guess given ") && holds("answer.guess=1"));
        QVERIFY(!holds("answer.guess = 0"));
        player.answer("why", {"good", {}});
        QVERIFY(holds("answer.why = good"));
        QVERIFY(holds("count(high, step_skipped, step < 5) = 5") && holds("max(low, underflow_share) > 0.1"));
        QVERIFY(!holds("first(low, step_skipped) != 3")); // not measured: nothing holds
        const auto said = [&](const char* condition) {
            return complaint(m_folder, [&] { condition_holds(condition, player, m_all); });
        };
        QVERIFY(said("answer.guess").contains("column 13: the text ends here, where given, missing or = KEY"));
        QVERIFY(said("answer.guess = 1 or more").contains("column 18: nothing more was expected"));
        QVERIFY(said("answer. given").contains("the text ends here, where given"));
        QVERIFY(said("count(high, step_skipped)").contains("the text ends here, where one of < <= "));
        QVERIFY(said("count(high, step_skipped) < nan").contains("column 29: a number was expected"));
        QVERIFY(said("count(high, step_skipped < 3").contains("column 26: ')' was expected"));
        QVERIFY(said("").contains("column 1"));
    }

    void what_cannot_be_read_is_located_in_the_text() {
        const Player player(m_lesson);
        const auto said = [&](const char* markdown) {
            return complaint(m_folder, [&] { filled(player, markdown, m_all); });
        };
        QVERIFY(said("둘: {{count(high}}").startsWith("column 16: the text ends here, where ',' was expected"));
        QVERIFY(said("a\nb {{x").startsWith("line 2, column 3: this is not closed: '}}'"));
        QVERIFY(said("{{}}").contains("a function such as count was expected"));
        QVERIFY(said("{{max(high, loss)|을/를|%}}").contains("'%' is no form"));
        QVERIFY(said("{{max(high, loss):range}}").contains("'range' is no form"));
        QVERIFY(said("{{answer.guess|%}}").contains("'%' is no form"));
        QCOMPARE(filled(player, "{ } }} {x}", m_all), std::string("{ } }} {x}"));
        QCOMPARE(filled(player, "", m_all), std::string());
    }

    void restart_forgets_everything() {
        Player player = at("mend");
        player.answer("guess", {"1", {}});
        player.ask_for_hint();
        player.restart();
        QCOMPARE(player.position(), std::size_t(0));
        QVERIFY(!player.find_answer("guess"));
        player.go_to(5);
        QVERIFY(player.card(Language::English, {}).hints.empty());
    }

    void a_missing_language_falls_back() {
        Lesson lesson = m_lesson;
        lesson.texts.erase(Language::Korean);
        Player player(lesson);
        player.go_to(2);
        player.answer("guess", {"1", {}});
        // All of the card in the language that is there.
        QCOMPARE(player.card(Language::Korean, m_all).paragraphs.front(), std::string("You said 1 to 3; it was 10."));
    }
};

QTEST_GUILESS_MAIN(TestPlayer)
#include "test_player.moc"
