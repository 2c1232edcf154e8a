// A class as JSON and as CSV, and the file of the parked one.
#include <filesystem>

#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/io/set_aside.h"
#include "core/lesson/class_session.h"
#include "core/lesson/folder.h"

namespace ampscope::lesson {

using io::Json;
using io::JsonWriter;
using Layout = JsonWriter::Layout;

namespace {

constexpr std::size_t kMaxBytes = 1u << 20;

void write_numbers(JsonWriter& writer, std::string_view name, const auto& numbers) {
    writer.begin_object(name);
    for (const auto& [key, number] : numbers)
        writer.member(key, number);
    writer.end();
}

void read_numbers(const Json& json, std::map<std::string, std::int64_t, std::less<>>& numbers) {
    for (const auto& [key, number, place] : json.members()) {
        numbers[key] = number.as_integer();
        if (numbers[key] < 0) throw number.error("class.negative", {{"found", number.raw()}});
    }
}

Hands read_hands(const Json& json) {
    Hands hands;
    for (const auto& [key, count, place] : json.at("counts").members()) {
        const std::int64_t number = count.as_integer();
        if (number < 0 || number > kMostHands) throw count.error("class.negative", {{"found", count.raw()}});
        hands.set(key, static_cast<int>(number));
    }
    for (const auto& guess : json.at("guesses").items()) {
        hands.guesses.push_back(guess.as_real());
        if (hands.guesses.back() != hands.guesses.back())
            throw guess.error("class.no_number", {{"found", guess.raw()}});
    }
    return hands;
}

Answer read_answer(const Json& json) {
    Answer answer;
    answer.key = json.at("key").as_string();
    if (const Json* step = json.find("step")) answer.pointed_step = step->as_integer();
    return answer;
}

} // namespace

std::string class_text(const ClassSession& session) {
    JsonWriter writer;
    writer.begin_object();
    writer.member("schema", kClassSchema);
    writer.member("began", session.began);
    writer.member("lesson", session.lesson);
    writer.member("step", session.step);
    writer.begin_object("hands");
    for (const auto& [place, hands] : session.hands) {
        writer.begin_object(place, Layout::OneLine);
        writer.begin_object("counts", Layout::OneLine);
        for (const auto& [key, count] : hands.counts)
            writer.member(key, count);
        writer.end();
        writer.begin_array("guesses", Layout::OneLine);
        for (const double guess : hands.guesses)
            writer.value(guess);
        writer.end();
        writer.end();
    }
    writer.end();
    writer.begin_object("answers");
    for (const auto& [place, answer] : session.answers) {
        writer.begin_object(place, Layout::OneLine);
        writer.member("key", answer.key);
        if (answer.pointed_step) writer.member("step", *answer.pointed_step);
        writer.end();
    }
    writer.end();
    write_numbers(writer, "selections", session.selections);
    write_numbers(writer, "milliseconds", session.milliseconds);
    writer.end();
    return writer.take();
}

ClassSession read_class(const Json& json) {
    const Json& schema = json.at("schema");
    if (schema.as_integer() > kClassSchema)
        throw schema.error("class.newer_schema", {{"found", schema.raw()}, {"known", std::to_string(kClassSchema)}});
    ClassSession session;
    session.began = json.at("began").as_integer();
    session.lesson = json.at("lesson").as_string();
    session.step = json.at("step").as_string();
    for (const auto& [place, hands, where] : json.at("hands").members())
        session.hands[place] = read_hands(hands);
    for (const auto& [place, answer, where] : json.at("answers").members())
        session.answers[place] = read_answer(answer);
    read_numbers(json.at("selections"), session.selections);
    read_numbers(json.at("milliseconds"), session.milliseconds);
    return session;
}

std::string hands_csv(const ClassSession& session, const LessonShelf& shelf, text::Language language) {
    std::string csv = "lesson,step,option,text,hands,share\r\n";
    const auto add = [&](std::initializer_list<std::string> cells) {
        bool first = true;
        for (const auto& cell : cells) {
            if (!first) csv.push_back(',');
            csv += io::csv_cell(cell);
            first = false;
        }
        csv.append("\r\n");
    };
    for (const auto& lesson : shelf.lessons)
        for (const auto& step : lesson.steps) {
            const auto found = session.hands.find(place_of(lesson.id, step.id));
            if (found == session.hands.end() || found->second.empty()) continue;
            const auto counts = hands_by_option(step, found->second);
            const auto keys = step.answer_keys();
            const auto texts = lesson.text(language).steps.find(step.id);
            for (std::size_t i = 0; i < keys.size(); ++i) {
                std::string words;
                if (texts != lesson.text(language).steps.end())
                    for (const auto& block : texts->second.blocks)
                        if (block.kind == TextBlock::Kind::Option && block.key == keys[i]) words = block.markdown;
                const int all = total(counts);
                add({lesson.id, step.id, keys[i], words, std::to_string(counts[i]),
                     all == 0 ? "" : io::to_text(static_cast<double>(counts[i]) / all, 4)});
            }
            for (const double guess : found->second.guesses)
                add({lesson.id, step.id, "guess", io::to_text(guess), "1", ""});
        }
    return csv;
}

// --- the parked class

ParkedClass::ParkedClass(std::string folder) : m_folder(std::move(folder)) {
    if (m_folder.empty() || !exists(path())) return;
    try {
        m_session = read_class(io::read_json_file(path(), {kMaxBytes, 16}));
    } catch (const text::Error& error) {
        if (error.kind() != text::ErrorKind::BadInput || error.message().id == "class.newer_schema") {
            m_notice = error; // left where it is
            return;
        }
        try {
            m_notice = text::bad_input("class.set_aside",
                                       {{"file", io::set_aside(path())}, {"reason", io::placed_message(error)}});
        } catch (const text::Error& second) {
            m_notice = second;
        }
    }
}

std::string ParkedClass::path() const {
    return m_folder.empty() ? std::string() : m_folder + "/parked-class.json";
}

void ParkedClass::park(ClassSession session) {
    if (!m_folder.empty()) {
        io::make_folder(m_folder);
        if (is_plain_file(path())) io::write_file(path() + ".bak", io::read_file(path(), kMaxBytes));
        io::write_file(path(), class_text(session));
    }
    m_session = std::move(session);
}

void ParkedClass::clear() {
    m_session.reset();
    std::error_code ignored; // one that stays is offered once more: nothing is lost
    if (!m_folder.empty() && is_plain_file(path()))
        std::filesystem::rename(std::filesystem::u8path(path()), std::filesystem::u8path(path() + ".bak"), ignored);
}

std::optional<text::Error> ParkedClass::take_notice() {
    return std::exchange(m_notice, std::nullopt);
}

} // namespace ampscope::lesson
