#include "core/lesson/recordings.h"

#include <algorithm>
#include <filesystem>

#include "core/lesson/folder.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

namespace ampscope::lesson {

namespace {

constexpr const char* kFolder = "recorded";
constexpr std::size_t kMaxBytes = 4u << 20;

record::RunRecord load(const std::string& path) {
    return record::read_record(io::read_json_file(path, {kMaxBytes, 32}));
}

} // namespace

std::vector<RecordedRun> runs_to_record(const Lesson& lesson) {
    std::vector<RecordedRun> runs;
    const auto add = [&](const std::string& name, const scenario::Scenario& scenario) {
        if (std::ranges::find(runs, name, &RecordedRun::name) == runs.end()) runs.push_back({name, scenario});
    };
    const auto add_named = [&](const std::string& name) {
        if (const auto* scenario = lesson.find_scenario(name)) add(name, *scenario);
    };
    for (const auto& step : lesson.steps) {
        std::ranges::for_each(step.runs, add_named);
        if (step.point) add_named(step.point->correct.run());
        if (step.kind != StepKind::Try) continue;
        add_named(step.scenario);
        const auto* scenario = lesson.find_scenario(step.scenario);
        if (!scenario || step.reference.empty()) continue;
        scenario::Scenario mended = *scenario;
        for (const auto& [path, value] : step.reference.front())
            scenario::set_field(mended, path, value);
        add(step.scenario + "-reference", mended);
    }
    return runs;
}

std::string recording_path(const Lesson& lesson, const std::string& name) {
    return lesson.folder + "/" + kFolder + "/" + name + ".json";
}

// The first field that makes it another run; "" where there is none.
static std::string parting_field(const scenario::Scenario& a, const scenario::Scenario& b) {
    for (auto& path : scenario::differing_fields(a, b))
        if (path != "name" && path != "threads" && !path.starts_with("record.")) return std::move(path);
    return {};
}

bool is_same_run(const scenario::Scenario& a, const scenario::Scenario& b) {
    return parting_field(a, b).empty();
}

std::optional<record::RunRecord> find_recording(const Lesson& lesson, const scenario::Scenario& scenario) {
    for (const auto& run : runs_to_record(lesson)) {
        const std::string path = recording_path(lesson, run.name);
        if (!is_same_run(run.scenario, scenario) || !is_plain_file(path)) continue;
        record::RunRecord record = load(path);
        if (record.is_finished() && is_same_run(record.scenario(), scenario)) return record;
    }
    return std::nullopt;
}

std::string recording_text(const record::RunRecord& record, const std::string& day, const std::string& machine) {
    record::Environment environment = record.environment();
    const auto put = [&](const char* name, const std::string& value) {
        std::erase_if(environment, [&](const auto& entry) { return entry.first == name; }); // recorded once before
        environment.emplace_back(name, value);
    };
    put("recorded", day);
    if (!machine.empty()) put("machine", machine);
    record::RunRecord copy(record.scenario(), std::move(environment));
    for (const auto& sample : record.samples())
        copy.sample(sample);
    for (const auto& fact : record.facts())
        copy.fact(fact);
    for (const auto& detail : record.details())
        copy.detail(detail);
    return record::record_text(copy);
}

text::Message recording_message(const record::RunRecord& record, const std::string& given_day) {
    const auto value = [&](const char* name) { return record.environment_text(name); };
    const std::string machine = value("machine").empty() ? value("cpu") : value("machine");
    const std::string kept_day = value("recorded").empty() ? given_day : value("recorded");
    const std::string day = kept_day.empty() ? "?" : kept_day;
    return {"class.recorded",
            {{"day", day}, {"libtorch", value("libtorch")}, {"machine", machine}, {"threads", value("threads")}}};
}

std::vector<Finding> lint_recordings(const Lesson& lesson) {
    std::vector<Finding> findings;
    const std::string folder = lesson.folder + "/" + kFolder;
    if (!is_folder(folder)) return findings;
    const auto runs = runs_to_record(lesson);
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry(std::filesystem::u8path(folder), ignored), end;
         !ignored && entry != end; entry.increment(ignored))
        files.push_back(entry->path());
    std::ranges::sort(files);
    for (const auto& file : files) {
        const auto bytes = file.filename().u8string();
        const std::string name(bytes.begin(), bytes.end()), path = folder + "/" + name;
        const auto error = [&](text::Message message, text::Location place) {
            findings.push_back({Finding::Severity::Error, lesson.id, std::move(message), std::move(place)});
        };
        const auto run = std::ranges::find_if(runs, [&](const auto& each) { return each.name + ".json" == name; });
        if (run == runs.end()) {
            error({"lesson.recording_unknown", {}}, {path});
            continue;
        }
        try {
            const record::RunRecord record = load(path);
            if (const std::string field = parting_field(record.scenario(), run->scenario); !field.empty())
                error({"lesson.recording_stale", {{"field", field}}}, {path});
            else if (!record.is_finished())
                error({"lesson.recording_unfinished", {}}, {path});
        } catch (const text::Error& failure) {
            error(failure.message(), failure.location());
        }
    }
    return findings;
}

} // namespace ampscope::lesson
