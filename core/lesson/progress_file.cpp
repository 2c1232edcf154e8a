// Progress as JSON, and the file that holds it.
#include <algorithm>
#include <chrono>

#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "core/io/json_writer.h"
#include "core/io/set_aside.h"
#include "core/lesson/folder.h"
#include "core/lesson/progress.h"

namespace ampscope::lesson {

using io::Json;
using io::JsonWriter;
using Layout = JsonWriter::Layout;

namespace {

constexpr std::size_t kMaxBytes = 8u << 20;
constexpr std::chrono::milliseconds kPatience{500}; // another window holds the folder for milliseconds only

// --- writing

void write_texts(JsonWriter& writer, std::string_view name, const auto& texts) {
    if (texts.empty()) return;
    writer.begin_object(name, Layout::OneLine);
    for (const auto& [key, text] : texts)
        writer.member(key, text);
    writer.end();
}

void write_prediction(JsonWriter& writer, const std::string& step, const Prediction& prediction) {
    writer.begin_object(step, Layout::OneLine);
    if (!prediction.answer.key.empty()) writer.member("key", prediction.answer.key);
    if (prediction.answer.pointed_step) writer.member("step", *prediction.answer.pointed_step);
    if (prediction.sure != Sure::Unsaid) writer.member("sure", sure_id(prediction.sure));
    if (!prediction.said.empty()) writer.member("said", prediction.said);
    if (!prediction.came.empty()) writer.member("came", prediction.came);
    if (prediction.right) writer.member("right", *prediction.right);
    writer.end();
}

void write_lesson(JsonWriter& writer, const std::string& id, const LessonProgress& lesson) {
    writer.begin_object(id);
    writer.member("position", lesson.position);
    writer.member("finished", lesson.finished);
    writer.member("changed", lesson.changed);
    writer.begin_object("answers");
    for (const auto& [step, prediction] : lesson.answers)
        write_prediction(writer, step, prediction);
    writer.end();
    write_texts(writer, "verdicts", lesson.verdicts);
    write_texts(writer, "sentences", lesson.sentences);
    writer.end();
}

// --- reading

std::string text_at(const Json& json, std::string_view name) {
    const Json* found = json.find(name);
    return found ? found->as_string() : std::string();
}

template <typename Map>
void read_texts(const Json& json, std::string_view name, Map& texts) {
    if (const Json* found = json.find(name))
        for (const auto& [key, text, place] : found->members())
            texts[key] = text.as_string();
}

Prediction read_prediction(const Json& json) {
    Prediction prediction;
    prediction.answer.key = text_at(json, "key");
    if (const Json* step = json.find("step")) prediction.answer.pointed_step = step->as_integer();
    const std::string sure = text_at(json, "sure");
    for (const Sure known : {Sure::Guess, Sure::Fairly, Sure::Certain})
        if (sure == sure_id(known)) prediction.sure = known;
    prediction.said = text_at(json, "said");
    prediction.came = text_at(json, "came");
    if (const Json* right = json.find("right")) prediction.right = right->as_boolean();
    return prediction;
}

LessonProgress read_lesson(const Json& json) {
    LessonProgress lesson;
    lesson.position = json.at("position").as_string();
    lesson.finished = json.at("finished").as_boolean();
    lesson.changed = json.at("changed").as_integer();
    for (const auto& [step, prediction, place] : json.at("answers").members())
        lesson.answers[step] = read_prediction(prediction);
    read_texts(json, "verdicts", lesson.verdicts);
    read_texts(json, "sentences", lesson.sentences);
    return lesson;
}

template <typename Map>
void keep_later(Map& mine, const Map& others) {
    for (const auto& [id, entry] : others) {
        const auto [place, is_new] = mine.try_emplace(id, entry);
        if (!is_new && place->second.changed < entry.changed) place->second = entry;
    }
}

} // namespace

std::string progress_text(const Progress& progress) {
    JsonWriter writer;
    writer.begin_object();
    writer.member("schema", kProgressSchema);
    writer.member("last_lesson", progress.last_lesson);
    writer.begin_object("lessons");
    for (const auto& [id, lesson] : progress.lessons)
        write_lesson(writer, id, lesson);
    writer.end();
    writer.begin_object("checks");
    for (const auto& [chapter, check] : progress.checks) {
        writer.begin_object(chapter);
        writer.member("changed", check.changed);
        write_texts(writer, "before", check.before);
        write_texts(writer, "after", check.after);
        writer.end();
    }
    writer.end();
    writer.end();
    return writer.take();
}

Progress read_progress(const Json& json) {
    const Json& schema = json.at("schema");
    if (schema.as_integer() > kProgressSchema)
        throw schema.error("progress.newer_schema",
                           {{"found", schema.raw()}, {"known", std::to_string(kProgressSchema)}});
    Progress progress;
    progress.last_lesson = text_at(json, "last_lesson");
    for (const auto& [id, lesson, place] : json.at("lessons").members())
        progress.lessons[id] = read_lesson(lesson);
    for (const auto& [chapter, check, place] : json.at("checks").members()) {
        CheckProgress& read = progress.checks[chapter];
        read.changed = check.at("changed").as_integer();
        read_texts(check, "before", read.before);
        read_texts(check, "after", read.after);
    }
    return progress;
}

Progress load_progress(const std::string& path) {
    return read_progress(io::read_json_file(path, {kMaxBytes, 16}));
}

ProgressFile::ProgressFile(std::string folder) : m_folder(std::move(folder)) {
    if (m_folder.empty()) return;
    const std::string backup = path() + ".bak";
    try {
        m_progress = load();
        if (exists(path())) io::write_file(backup, progress_text(m_progress));
    } catch (const text::Error& error) {
        if (error.message().id == "progress.newer_schema") {
            m_leavesFile = true;
            m_notice = error;
            return;
        }
        if (error.kind() != text::ErrorKind::BadInput) return; // a place that cannot be written is no reason to stop
        try {
            const text::Argument file{"file", io::set_aside(path())}, reason{"reason", io::placed_message(error)};
            m_notice = text::bad_input("progress.begun_anew", {file, reason});
            if (!exists(backup)) return;
            m_progress = load_progress(backup);
            m_notice = text::bad_input("progress.set_aside", {file, reason});
        } catch (const text::Error& second) {
            if (second.kind() == text::ErrorKind::BadInput) return; // no good copy: a new beginning, as the notice says
            m_notice = second;
            m_leavesFile = true;
        }
    }
}

std::string ProgressFile::path() const {
    return m_folder.empty() ? std::string() : m_folder + "/progress.json";
}

Progress ProgressFile::load() {
    if (!exists(path())) return {};
    return load_progress(path());
}

LessonProgress& ProgressFile::lesson(const std::string& id, std::int64_t now) {
    m_progress.last_lesson = id;
    LessonProgress& lesson = m_progress.lessons[id];
    lesson.changed = std::max(now, lesson.changed + 1); // a clock that was ahead once does not win for ever
    return lesson;
}

CheckProgress& ProgressFile::check(const std::string& chapter, std::int64_t now) {
    CheckProgress& check = m_progress.checks[chapter];
    check.changed = std::max(now, check.changed + 1);
    return check;
}

void ProgressFile::merge(Progress other, std::int64_t now) {
    for (auto& [id, lesson] : other.lessons) {
        m_forgotten.erase(id);
        lesson.changed = std::min(lesson.changed, now);
    }
    for (auto& [chapter, check] : other.checks) {
        m_forgottenChecks.erase(chapter);
        check.changed = std::min(check.changed, now);
    }
    keep_later(m_progress.lessons, other.lessons);
    keep_later(m_progress.checks, other.checks);
}

// What the file holds, but for what was forgotten here.
void ProgressFile::keep_others(Progress others) {
    const auto drop = [](auto& entries, const auto& forgotten) {
        std::erase_if(entries, [&](const auto& entry) {
            const auto found = forgotten.find(entry.first);
            return found != forgotten.end() && entry.second.changed <= found->second;
        });
    };
    drop(others.lessons, m_forgotten);
    drop(others.checks, m_forgottenChecks);
    keep_later(m_progress.lessons, others.lessons);
    keep_later(m_progress.checks, others.checks);
}

void ProgressFile::reset(std::string_view lesson_id) {
    if (!m_folder.empty() && exists(path())) {
        try {
            io::write_file(path() + ".before-reset", progress_text(m_progress));
        } catch (const text::Error& error) {
            m_notice = error;
            return; // nothing is thrown away that was not kept
        }
    }
    for (const auto& [id, lesson] : m_progress.lessons)
        if (lesson_id.empty() || id == lesson_id) m_forgotten[id] = lesson.changed;
    std::erase_if(m_progress.lessons, [&](const auto& entry) { return m_forgotten.contains(entry.first); });
    if (lesson_id.empty()) {
        for (const auto& [chapter, check] : m_progress.checks)
            m_forgottenChecks[chapter] = check.changed;
        m_progress.checks.clear();
        m_progress.last_lesson.clear();
    }
}

bool ProgressFile::save() {
    if (m_folder.empty()) return true;
    if (m_leavesFile) return false; // the notice was given at the start
    try {
        io::make_folder(m_folder);
        const io::FolderLock lock(m_folder, kPatience);
        try {
            keep_others(load());
        } catch (const text::Error& error) {
            if (error.kind() != text::ErrorKind::BadInput) throw;
            (void)io::set_aside(path()); // somebody broke it while this program ran: what is here is written anew
        }
        const std::string text = progress_text(m_progress);
        if (text.size() > kMaxBytes) // could not be read again
            throw text::could_not("progress.too_large",
                                  {{"found", std::to_string(text.size())}, {"most", std::to_string(kMaxBytes)}});
        io::write_file(path(), text);
        m_has_told = false;
        return true;
    } catch (const text::Error& error) {
        if (!m_has_told) m_notice = text::could_not("progress.not_saved", {{"reason", error.message()}});
        m_has_told = true;
        return false;
    }
}

std::optional<text::Error> ProgressFile::take_notice() {
    return std::exchange(m_notice, std::nullopt);
}

} // namespace ampscope::lesson
