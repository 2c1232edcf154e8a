// A class that is being taught: hands, time, what is on the wall, parking; and the recordings that come with lessons.
#include "core/lesson/class_session.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "core/lesson/class_view.h"
#include "core/lesson/recordings.h"
#include "core/scenario/fields.h"
#include "tests/lesson/small_lesson.h"

using namespace ampscope;
using namespace ampscope::lesson;

class TestClass : public QObject {
    Q_OBJECT

    static const Step& step_of(const Lesson& lesson, const char* id) { return *lesson.find_step(id); }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("nothing there");
    }
    static std::string id_of(const std::function<void()>& action) {
        try {
            action();
        } catch (const text::Error& error) {
            return error.message().id;
        }
        return "accepted";
    }

  private Q_SLOTS:
    void hands_are_counted_within_bounds() {
        Hands hands;
        hands.add("0", 1);
        hands.add("0", 1);
        hands.add("1", -1);
        QCOMPARE(hands.counts.at("0"), 2);
        QVERIFY(!hands.counts.contains("1"));
        hands.add("0", std::numeric_limits<int>::max());
        QCOMPARE(hands.counts.at("0"), kMostHands);
        hands.add("0", std::numeric_limits<int>::min());
        QVERIFY(hands.empty());
    }

    void numbers_fall_into_the_ranges() {
        const LessonFolder folder;
        const Lesson lesson = folder.load();
        const Step& guess = step_of(lesson, "guess"); // 0, 1 to 3, 4 and more
        Hands hands;
        hands.set("1", 2);
        hands.guesses = parse_guesses("0, 2;3\t4 inf 0.5");
        QCOMPARE(hands.guesses.size(), std::size_t(6));
        // 0.5 lies between two ranges, so in none; 2 and 3 join the two hands.
        QCOMPARE(hands_by_option(guess, hands), (std::vector<int>{1, 4, 2}));
        QCOMPARE(total(hands_by_option(guess, hands)), 7);
        QCOMPARE(majority(guess, hands), std::optional<std::string>("1"));
        hands.set("1", 0);
        QCOMPARE(majority(guess, hands), std::nullopt); // two and two
        QCOMPARE(majority(guess, {}), std::nullopt);
        QCOMPARE(id_of([] { parse_guesses("3, three"); }), std::string("class.no_number"));
        QCOMPARE(id_of([] { parse_guesses("nan"); }), std::string("class.no_number"));
        QCOMPARE(parse_guesses(" ,, ;").size(), std::size_t(0));
        std::string many;
        for (std::size_t i = 0; i < kMostGuesses; ++i)
            many += "1 ";
        QCOMPARE(parse_guesses(many).size(), kMostGuesses);
        QCOMPARE(id_of([&] { parse_guesses(many + "1"); }), std::string("class.too_many_numbers"));
    }

    void the_median_is_the_middle() {
        QCOMPARE(median({}), std::nullopt);
        QCOMPARE(median({3}), std::optional(3.0));
        QCOMPARE(median({5, 1, 3}), std::optional(3.0));
        QCOMPARE(median({4, 1, 3, 100}), std::optional(3.5));
        // Their sum would be too large for a double.
        const double most = std::numeric_limits<double>::max();
        QCOMPARE(median({most, most}), std::optional(most));
    }

    void the_clock_adds_up() {
        ClassClock clock;
        clock.enter("a/one", 100);
        QCOMPARE(clock.elapsed(1000), std::int64_t(0)); // not started
        clock.start(1000);
        clock.enter("a/two", 1500);
        clock.pause(1700);
        clock.enter("a/three", 5000);
        clock.start(6000);
        clock.start(6500); // already going on
        QCOMPARE(clock.at("a/one", 7000), std::int64_t(500));
        QCOMPARE(clock.at("a/two", 7000), std::int64_t(200));
        QCOMPARE(clock.at("a/three", 7000), std::int64_t(1000));
        QCOMPARE(clock.in("a", 7000), std::int64_t(1700));
        QCOMPARE(clock.in("aa", 7000), std::int64_t(0));
        QCOMPARE(clock.elapsed(7000), std::int64_t(1700));
        const auto spent = clock.spent(7000);
        clock.reset(7000);
        QCOMPARE(clock.elapsed(7250), std::int64_t(250)); // goes on
        ClassClock other;
        other.restore(spent);
        QVERIFY(!other.is_running());
        QCOMPARE(other.elapsed(99999), std::int64_t(1700));
    }

    void markdown_becomes_one_sentence() {
        QCOMPARE(plain_words("**Bold**, `a*b` and [a link](xb1) \\* 2\nlines"),
                 std::string("Bold, a*b and a link * 2 lines"));
        QCOMPARE(plain_words("gradients[0] stay"), std::string("gradients[0] stay"));
        Card card;
        QCOMPARE(class_sentence(card, StepKind::Play), std::string());
        card.heading = "Why **so**?"; // a card of reasons has no paragraph
        QCOMPARE(class_sentence(card, StepKind::Explain), std::string("Why so?"));
        card.heading = "A heading";
        QCOMPARE(class_sentence(card, StepKind::Explain), std::string("A heading"));
        card.paragraphs = {"It is 0.5 with `scaler.step`. Which one? Look.", "Second paragraph."};
        QCOMPARE(class_sentence(card, StepKind::Predict), std::string("Which one?"));
        QCOMPARE(class_sentence(card, StepKind::Reveal), std::string("It is 0.5 with scaler.step."));
        card.paragraphs = {"| a | b |", "```\ncode?\n```", "몇 번일까? 골라 봐."};
        QCOMPARE(class_sentence(card, StepKind::Predict), std::string("몇 번일까?"));
    }

    void every_card_of_every_lesson_has_its_sentence() {
        const LessonShelf shelf = load_lessons(AMPSCOPE_SOURCE_DIR "/lessons");
        for (const auto& lesson : shelf.lessons)
            for (const auto language : {text::Language::Korean, text::Language::English}) {
                Player player(lesson);
                for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
                    player.go_to(i);
                    const std::string sentence = class_sentence(player.card(language, {}), player.step().kind);
                    QVERIFY2(!sentence.empty() && sentence.size() < 400,
                             (lesson.id + "/" + lesson.steps[i].id + ": " + sentence).c_str());
                }
            }
    }

    void the_wall_shows_the_answer_at_the_reveal() {
        const LessonFolder folder;
        const Lesson lesson = folder.load();
        const auto high = made_up(*lesson.find_scenario("high"));
        Player player(lesson);
        ClassSession session;
        session.hands["small/guess"].set("2", 7);
        QVERIFY(!class_question(player, {}, session, text::Language::English)); // play asks nothing
        player.go_to(1);
        auto question = class_question(player, {{"high", &high}}, session, text::Language::English);
        QVERIFY(question && question->is_open && !question->is_decided && question->measured.empty());
        QCOMPARE(question->options.size(), std::size_t(3));
        QCOMPARE(question->options[2].words, std::string("4 or more"));
        QCOMPARE(question->options[2].hands, 7);
        player.answer("guess", {"2", {}});
        question = class_question(player, {{"high", &high}}, session, text::Language::English);
        QVERIFY(!question->is_open && !question->is_decided && question->options[2].chosen);
        player.go_to(2);
        question = class_question(player, {}, session, text::Language::Korean);
        QVERIFY(question && !question->is_decided); // not measured yet
        question = class_question(player, {{"high", &high}}, session, text::Language::Korean);
        const auto skipped = high.facts_of("step_skipped").size();
        QVERIFY(question->is_decided && !question->is_open);
        QCOMPARE(question->measured, std::to_string(skipped));
        const std::size_t right = skipped == 0 ? 0 : skipped <= 3 ? 1 : 2; // as the options say
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(question->options[i].right, i == right);
        QCOMPARE(question->options[2].words, std::string("4번 이상"));
        player.go_to(4); // reasons
        question = class_question(player, {}, session, text::Language::English);
        QVERIFY(question->is_open && !question->is_decided && !question->options[0].right);
        player.answer("why", {"bad", {}});
        question = class_question(player, {}, session, text::Language::English);
        QVERIFY(question->is_open && question->is_decided && question->options[0].right && question->options[1].chosen);
    }

    void a_class_reads_back_as_it_was_written() {
        ClassSession session;
        session.began = 1'764'500'000;
        session.lesson = "small";
        session.step = "guess";
        session.hands["small/guess"].set("1", 12);
        session.hands["small/guess"].guesses = {0.1, std::numeric_limits<double>::infinity()};
        session.answers["small/guess"] = {"1", {}};
        session.answers["small/notice"] = {"", 3};
        session.selections["high"] = 17;
        session.milliseconds["small/guess"] = 61'000;
        const auto back = read_class(io::parse_json(class_text(session), "class"));
        QCOMPARE(class_text(back), class_text(session));
        QVERIFY(back.hands == session.hands);
        QCOMPARE(back.answers.at("small/notice").pointed_step, std::optional<std::int64_t>(3));
    }

    void broken_classes_are_refused() {
        const std::string good = class_text({});
        const auto refused = [&](const char* before, const char* after) {
            std::string bad = good;
            const auto at = bad.find(before);
            if (at == std::string::npos) return std::string("no such place");
            bad.replace(at, std::strlen(before), after);
            return id_of([&] { read_class(io::parse_json(bad, "class")); });
        };
        QCOMPARE(id_of([&] { read_class(io::parse_json(good, "class")); }), std::string("accepted"));
        QCOMPARE(refused("\"schema\": 1", "\"schema\": 2"), std::string("class.newer_schema"));
        QCOMPARE(refused("\"hands\": {}", "\"hands\": {\"a/b\": {\"counts\": {\"0\": -1}, \"guesses\": []}}"),
                 std::string("class.negative"));
        QCOMPARE(refused("\"hands\": {}", "\"hands\": {\"a/b\": {\"counts\": {\"0\": 100000}, \"guesses\": []}}"),
                 std::string("class.negative"));
        QCOMPARE(refused("\"hands\": {}", "\"hands\": {\"a/b\": {\"counts\": {}, \"guesses\": [\"nan\"]}}"),
                 std::string("class.no_number"));
        QCOMPARE(refused("\"milliseconds\": {}", "\"milliseconds\": {\"a/b\": -5}"), std::string("class.negative"));
        QVERIFY(refused("\"lesson\": \"\"", "\"lesson\": 7") != "accepted");
    }

    void a_parked_class_waits() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        ParkedClass parked(path);
        QVERIFY(!parked.session() && !parked.take_notice());
        ClassSession session;
        session.lesson = "small";
        session.step = "guess";
        parked.park(session);
        ParkedClass again(path);
        QVERIFY(again.session());
        QCOMPARE(again.session()->step, std::string("guess"));
        session.step = "seen";
        again.park(session);
        QVERIFY(read(QString::fromStdString(again.path() + ".bak")).contains("\"step\": \"guess\""));
        again.clear();
        QVERIFY(!ParkedClass(path).session());
        QVERIFY(read(QString::fromStdString(again.path() + ".bak")).contains("\"step\": \"seen\""));
    }

    void a_broken_parked_class_is_set_aside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("parked-class.json");
        const QByteArray broken = "{ \"schema\": 1, \"lesson\":";
        write(path, broken);
        ParkedClass parked(folder.path().toStdString());
        QVERIFY(!parked.session());
        const auto notice = parked.take_notice();
        QVERIFY(notice && notice->message().id == "class.set_aside");
        QVERIFY2(text::render(notice->message(), text::Language::English).find("(line 1, column 25: ") !=
                     std::string::npos,
                 notice->what());
        const QStringList kept = QDir(folder.path()).entryList({"parked-class.damaged-*.json"});
        QCOMPARE(kept.size(), 1); // nothing is lost
        QCOMPARE(read(folder.filePath(kept.first())), broken);
        QVERIFY(!QFile::exists(path));
        // One of a newer program stays where it is.
        const QByteArray newer = "{ \"schema\": 99 }";
        write(path, newer);
        ParkedClass later(folder.path().toStdString());
        QVERIFY(!later.session() && later.take_notice()->message().id == "class.newer_schema");
        QCOMPARE(read(path), newer);
        later.park({});
        QCOMPARE(read(path + ".bak"), newer);
    }

    void hands_go_out_as_csv() {
        const LessonFolder folder;
        folder.replace("en.md", "- [1] 1 to 3", "- [1] 1, 2, \"3\"");
        const LessonShelf shelf = load_lessons(folder.path());
        ClassSession session;
        session.hands["small/guess"].set("1", 3);
        session.hands["small/guess"].guesses = {0};
        session.hands["gone/guess"].set("0", 1);
        session.hands["small/why"]; // empty
        QCOMPARE(hands_csv(session, shelf, text::Language::English),
                 std::string("lesson,step,option,text,hands,share\r\n"
                             "small,guess,0,none,1,0.25\r\n"
                             "small,guess,1,\"1, 2, \"\"3\"\"\",3,0.75\r\n"
                             "small,guess,2,4 or more,0,0\r\n"
                             "small,guess,guess,0,1,\r\n"));
    }

    // --- recordings

    void what_a_lesson_shows_is_recorded() {
        const LessonFolder folder;
        const Lesson lesson = folder.load();
        std::vector<std::string> names;
        for (const auto& run : runs_to_record(lesson))
            names.push_back(run.name);
        QCOMPARE(names, (std::vector<std::string>{"low", "high", "low-reference"}));
        QCOMPARE(runs_to_record(lesson)[2].scenario.scaler.init_scale, 64.0);
    }

    void a_recording_stands_in_for_its_own_scenario_only() {
        const LessonFolder folder;
        Lesson lesson = folder.load();
        scenario::Scenario high = *lesson.find_scenario("high");
        QVERIFY(!find_recording(lesson, high));
        folder.write("small/recorded/high.json",
                     QByteArray::fromStdString(recording_text(made_up(high), "2026-11-30", "A machine")));
        auto found = find_recording(lesson, high);
        QVERIFY(found);
        QVERIFY(record::differences(*found, made_up(high)).empty());
        QCOMPARE(found->environment_text("recorded"), std::string("2026-11-30"));
        const std::string where = text::render(recording_message(*found), text::Language::English);
        QVERIFY2(where.find("2026-11-30") != std::string::npos && where.find("A machine") != std::string::npos,
                 where.c_str());
        high.threads = 7; // the same steps
        high.name = "another name";
        QVERIFY(find_recording(lesson, high));
        high.seed += 1;
        QVERIFY(!find_recording(lesson, high));
        QVERIFY(!find_recording(lesson, *lesson.find_scenario("low")));
        QVERIFY(lint_recordings(lesson).empty());
    }

    void stale_recordings_are_found() {
        const LessonFolder folder;
        const Lesson lesson = folder.load();
        const auto only = [&] {
            const auto findings = lint_recordings(lesson);
            return findings.size() == 1 ? findings[0].message.id : std::to_string(findings.size()) + " findings";
        };
        scenario::Scenario other = *lesson.find_scenario("high");
        other.seed += 1;
        const auto text = [](const record::RunRecord& record) {
            return QByteArray::fromStdString(recording_text(record, "2026-11-30", ""));
        };
        folder.write("small/recorded/high.json", text(made_up(other)));
        QCOMPARE(only(), std::string("lesson.recording_stale"));
        QVERIFY(!find_recording(lesson, *lesson.find_scenario("high")));
        record::RunRecord cut(*lesson.find_scenario("high"), {});
        folder.write("small/recorded/high.json", text(cut));
        QCOMPARE(only(), std::string("lesson.recording_unfinished"));
        folder.write("small/recorded/high.json", "{");
        QVERIFY(only().starts_with("json."));
        folder.write("small/recorded/high.json", text(made_up(*lesson.find_scenario("high"))));
        folder.write("small/recorded/nothing.json", "{}");
        QCOMPARE(only(), std::string("lesson.recording_unknown"));
        QVERIFY(has_errors(lint_recordings(lesson)));
        LessonShelf shelf;
        const auto all = lint(lesson, shelf);
        QVERIFY(std::ranges::any_of(
            all, [](const Finding& finding) { return finding.message.id == "lesson.recording_unknown"; }));
    }
};

QTEST_GUILESS_MAIN(TestClass)
#include "test_class.moc"
