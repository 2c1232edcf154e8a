#include "core/lesson/lesson.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <tuple>

#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"
#include "core/lesson/scanner.h"

namespace ampscope::lesson {

namespace fs = std::filesystem;

static constexpr std::array<std::string_view, 9> kKinds = {"play",    "predict", "run",      "reveal", "notice",
                                                           "explain", "try",     "exercise", "recap"};

std::optional<StepKind> parse_step_kind(std::string_view id) {
    const auto found = std::ranges::find(kKinds, id);
    if (found == kKinds.end()) return std::nullopt;
    return static_cast<StepKind>(found - kKinds.begin());
}

bool Condition::holds(double found) const {
    if (at_most) return found <= *at_most;
    if (at_least) return found >= *at_least;
    if (below) return found < *below;
    return above && found > *above;
}

std::optional<bool> Statement::holds(const Records& records) const {
    const double found = value.evaluate(records);
    if (record::is_missing(found)) return std::nullopt;
    return Value::compare(found, comparison, number);
}

std::optional<bool> Choice::is_right(const Records& records) const {
    return true_if ? true_if->holds(records) : correct;
}

std::vector<std::string> Step::answer_keys() const {
    std::vector<std::string> keys;
    if (question)
        for (std::size_t i = 0; i < question->options.size(); ++i)
            keys.push_back(std::to_string(i));
    for (const auto& choice : choices)
        keys.push_back(choice.id);
    if (exercise)
        for (const auto& conclusion : exercise->conclusions)
            keys.push_back(conclusion.id);
    return keys;
}

const scenario::Scenario* Lesson::find_scenario(std::string_view name) const {
    const auto found = std::ranges::find(scenarios, name, &std::pair<std::string, scenario::Scenario>::first);
    return found == scenarios.end() ? nullptr : &found->second;
}

const Step* Lesson::find_step(std::string_view step_id) const {
    const auto found = std::ranges::find(steps, step_id, &Step::id);
    return found == steps.end() ? nullptr : &*found;
}

const Slot* Lesson::find_slot(std::string_view name) const {
    const auto found = std::ranges::find(slot_list, name, &Slot::name);
    return found == slot_list.end() ? nullptr : &*found;
}

const std::vector<std::string>& Lesson::stage_at(std::size_t position) const {
    static const std::vector<std::string> kNone;
    for (std::size_t i = std::min(position + 1, steps.size()); i-- > 0;)
        if (!steps[i].stage.empty()) return steps[i].stage;
    return kNone;
}

text::Language Lesson::text_language(text::Language language) const {
    return texts.contains(language) || texts.empty() ? language : texts.begin()->first;
}

const LessonText& Lesson::text(text::Language language) const {
    static const LessonText kNone;
    const auto found = texts.find(text_language(language));
    return found == texts.end() ? kNone : found->second;
}

const Lesson* LessonShelf::find(std::string_view id) const {
    const auto found = std::ranges::find(lessons, id, &Lesson::id);
    return found == lessons.end() ? nullptr : &*found;
}

// --- the shelf

namespace {

constexpr int kMaxDepth = 3;
constexpr std::size_t kMaxFolders = 10000; // somebody named "/" as the lessons' folder

class ShelfReader {
  public:
    LessonShelf read(const std::string& folder) {
        if (is_folder(folder))
            visit(folder, 0);
        else
            m_shelf.errors.push_back(text::bad_input("lesson.no_folder", {}, {folder}));
        read_order(folder);
        std::ranges::sort(m_shelf.lessons, {}, [&](const Lesson& lesson) { return place_of(lesson); });
        return std::move(m_shelf);
    }

  private:
    void visit(const std::string& folder, int depth) {
        const auto holds = [&](const char* name) { return is_plain_file(folder + "/" + name); };
        // A text without its lesson.json is a mistake, not a folder of something else.
        if (holds("lesson.json") || holds("ko.md") || holds("en.md")) return add(folder);
        if (depth == kMaxDepth) return;
        for (const auto& below : folders_in(folder)) {
            if (m_visited == kMaxFolders) return give_up(folder);
            ++m_visited;
            visit(below, depth + 1);
        }
    }

    // --- the order

    void read_order(const std::string& folder) {
        if (!exists(folder + "/order.json")) return;
        try {
            const auto json = io::parse_json(read_file_of(folder, "order.json"), folder + "/order.json", kJsonLimits);
            std::set<std::string> seen;
            for (const auto& chapter : json.members()) {
                std::vector<std::string> ids;
                for (const auto& item : chapter.value.items()) {
                    const std::string& id = item.as_string();
                    if (!is_plain_name(id)) throw item.error("lesson.bad_name", {{"found", printable(id)}});
                    if (!seen.insert(id).second) throw item.error("lesson.twice_in_order", {{"id", id}});
                    ids.push_back(id);
                }
                m_shelf.order.emplace_back(chapter.name, std::move(ids));
            }
        } catch (const text::Error& error) {
            m_shelf.order.clear();
            m_shelf.errors.push_back(error);
        }
    }

    // Chapter, place in it, id. What the order does not name comes behind.
    std::tuple<std::size_t, std::string, std::size_t, std::string> place_of(const Lesson& lesson) const {
        for (std::size_t chapter = 0; chapter < m_shelf.order.size(); ++chapter) {
            const auto& [name, ids] = m_shelf.order[chapter];
            const auto found = std::ranges::find(ids, lesson.id);
            if (found != ids.end() || name == lesson.chapter)
                return {chapter, "", static_cast<std::size_t>(found - ids.begin()), lesson.id};
        }
        return {m_shelf.order.size(), lesson.chapter, 0, lesson.id};
    }

    // --- the folders

    void give_up(const std::string& folder) {
        if (!m_gave_up)
            m_shelf.errors.push_back(
                text::bad_input("lesson.too_many_folders", {{"limit", text::grouped(kMaxFolders)}}, {folder}));
        m_gave_up = true;
    }

    std::vector<std::string> folders_in(const std::string& folder) {
        std::vector<std::string> found;
        std::error_code error, ignored;
        for (fs::directory_iterator entry(fs::u8path(folder), error), end; !error && entry != end;
             entry.increment(error)) {
            if (!entry->is_directory(ignored)) continue;
            const auto name = entry->path().filename().u8string();
            found.push_back(folder + "/" + std::string(name.begin(), name.end()));
        }
        if (error) m_shelf.errors.push_back(text::could_not("io.cannot_read", {{"reason", error.message()}}, {folder}));
        std::ranges::sort(found);
        return found;
    }

    void add(const std::string& folder) {
        try {
            Lesson lesson = load_lesson(folder);
            if (const Lesson* first = m_shelf.find(lesson.id))
                throw text::bad_input("lesson.duplicate", {{"id", lesson.id}, {"first", first->folder}},
                                      {folder + "/lesson.json"});
            m_shelf.lessons.push_back(std::move(lesson));
        } catch (const text::Error& error) {
            m_shelf.errors.push_back(error);
        }
    }

    LessonShelf m_shelf;
    std::size_t m_visited = 0;
    bool m_gave_up = false;
};

} // namespace

LessonShelf load_lessons(const std::string& folder) {
    return ShelfReader().read(folder);
}

} // namespace ampscope::lesson
