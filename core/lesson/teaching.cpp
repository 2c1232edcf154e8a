#include "core/lesson/teaching.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/io/numbers.h"
#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"

namespace ampscope::lesson {

using io::Json;

namespace {

// Notes have no member of their own for what nobody asked for: unknown ones are passed over.
Bilingual both(ObjectReader& reader) {
    return {reader.at("ko").as_string(), reader.at("en").as_string()};
}

Bilingual both_of(const Json& json) {
    return {json.at("ko").as_string(), json.at("en").as_string()};
}

double minutes_of(const Json& json) {
    const double minutes = bound(json, false);
    if (minutes <= 0) throw json.error("lesson.bad_bound", {{"found", json.raw()}});
    return minutes;
}

void read_timing(const Json& timing, const Lesson& lesson, TeacherNotes& notes) {
    double sum = 0;
    for (const auto& [step, minutes, place] : timing.members()) {
        if (!lesson.find_step(step)) throw text::bad_input("lesson.unknown_step", {{"found", step}}, place);
        notes.timing.emplace_back(step, minutes_of(minutes));
        sum += notes.timing.back().second;
    }
    for (const auto& step : lesson.steps)
        if (notes.minutes_of(step.id) == 0) throw timing.error("lesson.no_timing", {{"step", step.id}});
    if (sum != lesson.minutes) // halves and wholes add up exactly
        throw timing.error("lesson.other_minutes",
                           {{"found", io::to_text(sum)}, {"expected", std::to_string(lesson.minutes)}});
}

} // namespace

double TeacherNotes::minutes_of(std::string_view step) const {
    for (const auto& [id, minutes] : timing)
        if (id == step) return minutes;
    return 0;
}

std::optional<TeacherNotes> load_teacher_notes(const Lesson& lesson) {
    const std::string file = lesson.folder + "/teacher.json";
    if (!exists(file)) return std::nullopt;
    const Json json = io::parse_json(read_file_of(lesson.folder, "teacher.json"), file, kJsonLimits);
    TeacherNotes notes;
    std::vector<text::Error> warnings;
    ObjectReader reader(json, warnings);
    require_schema(reader);
    read_timing(reader.at("timing"), lesson, notes);
    ObjectReader hands(reader.at("hands"), warnings);
    const Json& step = hands.at("step");
    notes.hands_step = step.as_string();
    if (!lesson.find_step(notes.hands_step)) throw step.error("lesson.unknown_step", {{"found", notes.hands_step}});
    notes.hands = both(hands);
    for (const auto& item : reader.at("expect").items())
        notes.expect.push_back(both_of(item));
    return notes;
}

std::vector<ClassPlan> load_classes(const LessonShelf& shelf, const std::string& folder) {
    std::vector<ClassPlan> plans;
    const std::string file = folder + "/classes.json";
    if (!exists(file)) return plans;
    const Json json = io::parse_json(read_file_of(folder, "classes.json"), file, kJsonLimits);
    std::vector<text::Error> warnings;
    ObjectReader reader(json, warnings);
    require_schema(reader);
    for (const auto& item : reader.at("classes").items()) {
        ClassPlan plan;
        plan.id = plain_name(item.at("id"));
        plan.minutes = integer_between(item.at("minutes"), 1, 600);
        for (const auto& [code, title, text] : {std::tuple{"ko", &plan.title.korean, &plan.text.korean},
                                                {"en", &plan.title.english, &plan.text.english}}) {
            *title = item.at(code).at("title").as_string();
            *text = item.at(code).at("text").as_string();
        }
        plan.lessons = plain_names(&item.at("lessons"));
        plan.homework = plain_names(item.find("homework"));
        int minutes = 0;
        for (const auto& id : plan.lessons) {
            const Lesson* lesson = shelf.find(id);
            if (!lesson) throw item.error("lesson.unwritten", {{"id", id}});
            minutes += lesson->minutes;
        }
        if (minutes > plan.minutes)
            throw item.error("lesson.class_too_long",
                             {{"found", std::to_string(minutes)}, {"minutes", std::to_string(plan.minutes)}});
        plans.push_back(std::move(plan));
    }
    return plans;
}

} // namespace ampscope::lesson
