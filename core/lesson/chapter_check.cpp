#include "core/lesson/chapter_check.h"

#include <algorithm>

#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"

namespace ampscope::lesson {

using io::Json;

namespace {

CheckQuestion::Text text_of(const Json& json) {
    CheckQuestion::Text text{json.at("question").as_string(), {}};
    for (const auto& [key, option, place] : json.at("options").members())
        text.options.emplace_back(key, option.as_string());
    return text;
}

bool has_option(const CheckQuestion::Text& text, std::string_view key) {
    return std::ranges::any_of(text.options, [&](const auto& option) { return option.first == key; });
}

CheckQuestion question_of(const Json& json) {
    CheckQuestion question;
    question.id = plain_name(json.at("id"));
    question.lesson = plain_name(json.at("lesson"));
    question.korean = text_of(json.at("ko"));
    question.english = text_of(json.at("en"));
    const Json& correct = json.at("correct");
    question.correct = correct.as_string();
    if (!has_option(question.korean, question.correct))
        throw correct.error("lesson.check_no_option", {{"found", question.correct}});
    bool same = question.korean.options.size() > 1 && question.english.options.size() == question.korean.options.size();
    for (const auto& [key, option] : question.english.options)
        same = same && has_option(question.korean, key);
    if (!same) throw json.error("lesson.check_other_options", {{"id", question.id}});
    if (const Json* true_if = json.find("true_if")) {
        question.true_if = statement_of(*true_if, [](std::string_view) { return nullptr; });
        if (!question.true_if->holds({}).value_or(false))
            throw true_if->error("lesson.check_not_true", {{"id", question.id}});
    }
    return question;
}

} // namespace

ChapterChecks load_chapter_checks(const std::string& folder) {
    ChapterChecks checks;
    const std::string file = folder + "/checks.json";
    if (!exists(file)) return checks;
    const Json json = io::parse_json(read_file_of(folder, "checks.json"), file, kJsonLimits);
    std::vector<text::Error> warnings;
    ObjectReader reader(json, warnings);
    require_schema(reader);
    for (const auto& [chapter, questions, place] : reader.at("chapters").members()) {
        for (const auto& item : questions.items())
            checks[chapter].push_back(question_of(item));
        if (checks[chapter].size() != kCheckQuestions)
            throw questions.error("lesson.check_count", {{"found", std::to_string(checks[chapter].size())},
                                                         {"expected", std::to_string(kCheckQuestions)}});
    }
    return checks;
}

int count_right(const std::vector<CheckQuestion>& questions, const std::map<std::string, std::string>& answers) {
    return static_cast<int>(std::ranges::count_if(questions, [&](const CheckQuestion& question) {
        const auto given = answers.find(question.id);
        return given != answers.end() && given->second == question.correct;
    }));
}

} // namespace ampscope::lesson
