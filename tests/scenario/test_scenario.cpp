#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_name.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <set>

#include "core/text/catalogue.h"

using namespace ampscope;
using namespace ampscope::scenario;

class TestScenario : public QObject {
    Q_OBJECT

    static QString complaint(auto&& action) {
        try {
            action();
        } catch (const text::Error& error) {
            return error.kind() == text::ErrorKind::BadInput
                       ? QString::fromStdString(error.text(text::Language::English))
                       : "other kind";
        }
        return "accepted";
    }

  private Q_SLOTS:
    void every_field_is_complete() {
        std::set<std::string_view> paths;
        for (const auto& field : fields()) {
            const std::string path(field.path);
            QVERIFY2(paths.insert(field.path).second, path.c_str());
            QVERIFY2(text::find_entry(field.meaning().id), (path + " has no meaning").c_str());
            // The default must itself be allowed, and must survive the way through text.
            Scenario changed;
            if (field.type != FieldType::Text && field.type != FieldType::TextList)
                set_field(changed, field.path, to_text(field.default_value()));
            QVERIFY2(field.get(changed) == field.default_value(), path.c_str());
            QCOMPARE(field.type == FieldType::Choice, !field.choices.empty());
        }
        for (const auto& preset : presets()) {
            QVERIFY(text::find_entry(preset.meaning().id));
            QVERIFY(problems(make(preset)).empty());
        }
    }

    void the_example_reads_and_writes_back() {
        const Scenario example = load_scenario(AMPSCOPE_SOURCE_DIR "/tests/data/scenario-example.json");
        QCOMPARE(example.scaler.init_scale, 16777216.0);
        QCOMPARE(example.scaler.growth_interval, std::int64_t(25));
        QVERIFY(example.precision == Precision::Fp16);
        QCOMPARE(example.name, std::string("fp16, loss scale starts too high"));
        const Scenario again = read_scenario(io::parse_json(scenario_text(example), ""));
        QVERIFY(differing_fields(example, again).empty());
        QCOMPARE(scenario_text(again), scenario_text(example));
    }

    /// What a run is called must be true: a preset's name is for the preset.
    void a_changed_preset_does_not_claim_its_name() {
        const auto shown = [](const Scenario& scenario, text::Language language) {
            return shown_name(scenario, language);
        };
        Scenario same = make(*find_preset("overflow"));
        QCOMPARE(shown(same, text::Language::English), std::string("overflow: scale 2²⁴"));
        QCOMPARE(shown(same, text::Language::Korean), std::string("넘침: 스케일 2²⁴"));
        same.seed = 7; // another seed of the same
        const std::string before = same.name;
        name_changes(same);
        QCOMPARE(same.name, before);

        Scenario changed = make(*find_preset("overflow"));
        set_field(changed, "precision", "fp32");
        name_changes(changed);
        QCOMPARE(changed.name, std::string("fp16, loss scale starts too high (changed: precision = fp32)"));
        QCOMPARE(shown(changed, text::Language::English),
                 std::string("overflow: scale 2²⁴ (changed: precision = fp32)"));
        QCOMPARE(shown(changed, text::Language::Korean), std::string("넘침: 스케일 2²⁴ (바꿈: precision = fp32)"));
        set_field(changed, "precision", "fp16"); // back again: the preset after all
        name_changes(changed);
        QCOMPARE(changed.name, before);

        Scenario many = make(*find_preset("nano"));
        for (const auto& [path, value] :
             {std::pair{"optimizer.lr", "0.5"}, {"sequence_length", "32"}, {"length.steps", "3"}})
            set_field(many, path, value);
        set_field(many, "precision", "bf16");
        name_changes(many);
        QVERIFY2(many.name.ends_with(" …)") && std::ranges::count(many.name, '=') == 3, many.name.c_str());

        Scenario own;
        own.name = "fp16, my own";
        name_changes(own);
        QCOMPARE(own.name, std::string("fp16, my own"));
        QCOMPARE(shown(own, text::Language::Korean), own.name);
    }

    void defaults_are_filled_in() {
        const Scenario empty = read_scenario(io::parse_json("{}", ""));
        QVERIFY(differing_fields(empty, Scenario{}).empty());
        for (const auto& field : fields()) {
            const auto last = field.path.substr(field.path.rfind('.') + 1);
            QVERIFY(scenario_text(empty).find('"' + std::string(last) + '"') != std::string::npos);
        }
    }

    void the_scaler_is_on_for_fp16_unless_set() {
        Scenario scenario;
        QVERIFY(!scenario.scaler_enabled());
        set_field(scenario, "precision", "fp16");
        QVERIFY(scenario.scaler_enabled());
        set_field(scenario, "precision", "bf16");
        QVERIFY(!scenario.scaler_enabled());
        set_field(scenario, "scaler.enabled", "true");
        QVERIFY(scenario.scaler_enabled());
    }

    void set_takes_expressions() {
        Scenario scenario;
        set_field(scenario, "scaler.init_scale", "2^24");
        QCOMPARE(scenario.scaler.init_scale, 16777216.0);
        set_field(scenario, "loss_multiplier", "1/1000");
        QCOMPARE(scenario.loss_multiplier, 0.001);
        set_field(scenario, "optimizer.betas", "0.8,0.99");
        QCOMPARE(scenario.optimizer.betas[1], 0.99);
        set_field(scenario, "autocast.fp32_ops", "softmax,mm");
        QCOMPARE(scenario.autocast.fp32_ops.size(), std::size_t(2));
    }

    void bad_files_are_refused_with_line_and_field_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QString(text) << QString(message);
        };
        row("unknown field", "{\n  \"sed\": 1\n}", "f:2:3: there is no field \"sed\"; did you mean \"seed\"?");
        row("unknown in group", "{\"scaler\": {\n \"initscale\": 2}}",
            "f:2:2: there is no field \"scaler.initscale\"; did you mean \"scaler.init_scale\"?");
        row("flattened", "{\"growth_interval\": 3}", "did you mean \"scaler.growth_interval\"?");
        row("out of range", "{\"scaler\": {\"init_scale\": -1}}",
            "f:1:27: \"scaler.init_scale\" takes a number above 0 and up to");
        row("zero scale", "{\"scaler\": {\"init_scale\": 0}}", "takes a number above 0");
        row("growth of one", "{\"scaler\": {\"growth_factor\": 1.0}}", "takes a number above 1");
        row("backoff of one", "{\"scaler\": {\"backoff_factor\": 1}}", "takes a number above 0 and up to 0.999999");
        row("not a choice", "{\"precision\": \"fp17\"}",
            "f:1:15: \"precision\" takes one of fp32, bf16, fp16, bf16-pure, fp16-pure, bf16-master, "
            "fp16-master, but fp17 stands here");
        row("fraction", "{\"seed\": 1.5}", "takes a whole number");
        row("text for number", "{\"optimizer\": {\"lr\": \"fast\"}}", "f:1:22: \"optimizer.lr\" takes a number");
        row("nan", "{\"optimizer\": {\"lr\": \"nan\"}}", "\"optimizer.lr\" takes a number");
        row("huge", "{\"optimizer\": {\"lr\": 1e400}}", "f:1:22: 1e400 is beyond the range of a double");
        row("betas", "{\"optimizer\": {\"betas\": [0.9]}}", "takes two numbers");
        row("beta of one", "{\"optimizer\": {\"betas\": [0.9, 1]}}", "takes two numbers");
        row("group for value", "{\"seed\": {}}",
            "takes a whole number from 0 to 9007199254740991, but {…} stands here");
        row("value for group", "{\"scaler\": 3}", "an object was expected");
        row("list", "[]", "an object was expected");
        row("truncated", "{\"seed\": 1", "f:1:11: the JSON text ends here");
        row("newer", "{\"schema\": 2}", "has schema 2");
    }
    void bad_files_are_refused_with_line_and_field() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString said = complaint([&] { read_scenario(io::parse_json(text.toStdString(), "f")); });
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    void bad_sets_are_refused() {
        Scenario scenario;
        QVERIFY(complaint([&] {
                    set_field(scenario, "scaler.init_scal", "1");
                }).contains("did you mean \"scaler.init_scale\""));
        QVERIFY(complaint([&] { set_field(scenario, "length.steps", "0"); }).contains("at least 1") ||
                complaint([&] { set_field(scenario, "length.steps", "0"); }).contains("from 1"));
        QVERIFY(complaint([&] { set_field(scenario, "length.steps", "2^2^2^2^2"); }).contains("length.steps"));
        QVERIFY(complaint([&] { set_field(scenario, "scaler.enabled", "yes"); }).contains("true or false"));
        QVERIFY(complaint([&] { set_field(scenario, "optimizer.lr", "nan"); }).contains("optimizer.lr"));
        QVERIFY(differing_fields(scenario, Scenario{}).empty()); // nothing was changed on the way
    }

    void presets_and_files_are_found_by_name() {
        QVERIFY(load_scenario("overflow").scaler.init_scale == 16777216);
        QVERIFY(complaint([] { load_scenario("nanoo"); }).contains("the presets are nano, micro"));
        QTemporaryDir folder;
        const std::string path = folder.filePath("s.json").toStdString();
        std::ofstream(path) << "{\"seed\": 7}";
        QCOMPARE(load_scenario(path).seed, std::int64_t(7));
        std::ofstream(path) << "{\"seed\": ";
        QVERIFY(complaint([&] { load_scenario(path); }).startsWith(QString::fromStdString(path) + ":1:10: "));
    }

    void what_does_not_go_together_is_refused_with_numbers() {
        Scenario scenario;
        set_field(scenario, "micro_batch_size", "65536");
        QCOMPARE(problems(scenario).size(), std::size_t(1));
        QVERIFY(complaint([&] { require_runnable(scenario); }).contains("4,194,304 tokens"));
    }
};

QTEST_GUILESS_MAIN(TestScenario)
#include "test_scenario.moc"
