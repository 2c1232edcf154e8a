// claims.json and its two texts.
#include <algorithm>
#include <array>
#include <set>

#include "core/lesson/claims.h"
#include "core/lesson/folder.h"
#include "core/lesson/json_reader.h"
#include "core/lesson/scanner.h"
#include "core/lesson/seed_lines.h"

namespace ampscope::lesson {
namespace {

using io::Json;

constexpr const char* kFile = "claims.json";

class LedgerReader {
  public:
    explicit LedgerReader(const std::string& folder) { m_ledger.folder = folder; }

    Ledger read() {
        const Json json =
            io::parse_json(read_file_of(m_ledger.folder, kFile), m_ledger.folder + "/" + kFile, kJsonLimits);
        ObjectReader reader(json, m_ledger.warnings);
        require_schema(reader);
        for (const auto& member : few_members(reader.at("scenarios")))
            m_ledger.scenarios.push_back(named_scenario(member, m_ledger.folder, scenarios(), m_ledger.warnings));
        for (const auto& item : few_items(reader.at("claims")))
            read_claim(item);
        for (const auto& item : reader.at("contradictions").items())
            read_contradiction(item);
        reader.finish();
        read_texts();
        return std::move(m_ledger);
    }

  private:
    FindScenario scenarios() const {
        return [this](std::string_view name) { return m_ledger.find_scenario(name); };
    }

    // Claims and contradictions share one space of names: both are sections of the texts.
    std::string new_id(const Json& json) {
        const std::string id = plain_name(json);
        if (!m_ids.insert(id).second) throw json.error("claims.repeated", {{"id", id}});
        return id;
    }

    void read_claim(const Json& json) {
        ObjectReader reader(json, m_ledger.warnings);
        Claim claim;
        claim.location = json.location();
        claim.id = new_id(reader.at("id"));
        claim.chapter = reader.at("chapter").as_string();
        const Json& lines = reader.at("lines");
        for (const auto& item : lines.items()) {
            if (!parse_line_range(item.as_string()))
                throw item.error("claims.bad_lines", {{"found", printable(item.as_string())}});
            claim.seed_lines.push_back(item.as_string());
        }
        if (claim.seed_lines.empty()) throw lines.error("claims.no_lines", {{"id", claim.id}});
        if (const Json* lesson = reader.find("lesson")) claim.lesson = plain_name(*lesson);
        claim.source = text_or_nothing(reader.find("source"));
        if (const Json* cases = reader.find("cases"))
            for (const auto& item : few_items(*cases))
                claim.cases.push_back(read_case(claim, item));
        if (claim.cases.empty() && claim.source.empty()) throw json.error("claims.no_test", {{"id", claim.id}});
        reader.finish();
        m_ledger.claims.push_back(std::move(claim));
    }

    ClaimCase read_case(const Claim& claim, const Json& json) {
        ObjectReader reader(json, m_ledger.warnings);
        const Json& id = reader.at("id");
        ClaimCase found{plain_name(id), value_of(reader.at("value"), scenarios()), 0, 0, "", json.location()};
        if (std::ranges::find(claim.cases, found.id, &ClaimCase::id) != claim.cases.end())
            throw id.error("claims.repeated", {{"id", found.id}});
        std::tie(found.least, found.most) = range(reader.at("between"));
        found.unit = text_or_nothing(reader.find("unit"));
        reader.finish();
        return found;
    }

    void read_contradiction(const Json& json) {
        ObjectReader reader(json, m_ledger.warnings);
        Contradiction found{new_id(reader.at("id")), {}};
        const Json& claims = reader.at("claims");
        for (const auto& item : claims.items()) {
            found.claims.push_back(plain_name(item));
            if (!m_ledger.find(found.claims.back())) throw item.error("claims.unknown", {{"id", found.claims.back()}});
        }
        if (found.claims.empty()) throw claims.error("claims.empty_contradiction", {{"id", found.id}});
        reader.finish();
        m_ledger.contradictions.push_back(std::move(found));
    }

    void read_texts() {
        constexpr std::array kTexts = {std::pair(text::Language::Korean, "claims.ko.md"),
                                       std::pair(text::Language::English, "claims.en.md")};
        for (const auto& [language, name] : kTexts) {
            const std::string path = m_ledger.folder + "/" + name;
            LessonText text = parse_lesson_text(read_file_of(m_ledger.folder, name), path);
            for (const auto& [id, section] : text.steps)
                if (!m_ids.contains(id)) throw text::bad_input("claims.unknown", {{"id", id}}, section.location);
            for (const auto& id : m_ids) {
                const auto section = text.steps.find(id);
                if (section == text.steps.end()) throw text::bad_input("claims.no_section", {{"id", id}}, {path});
                require_cases(id, section->second);
            }
            m_ledger.texts.emplace(language, std::move(text));
        }
    }

    void require_cases(const std::string& id, const StepText& section) const {
        std::set<std::string> named;
        for (const auto& block : section.blocks) {
            if (!block.condition.empty() || block.kind == TextBlock::Kind::Hint)
                throw text::bad_input("claims.only_cases", {}, block.location);
            if (block.kind == TextBlock::Kind::Option && !named.insert(block.key).second)
                throw text::bad_input("claims.repeated", {{"id", block.key}}, block.location);
        }
        const Claim* claim = m_ledger.find(id);
        for (const auto& key : named)
            if (!claim || std::ranges::find(claim->cases, key, &ClaimCase::id) == claim->cases.end())
                throw text::bad_input("claims.unknown_case", {{"id", id}, {"key", key}}, section.location);
        if (claim)
            for (const auto& each : claim->cases)
                if (!named.contains(each.id))
                    throw text::bad_input("claims.no_case", {{"id", id}, {"key", each.id}}, section.location);
    }

    Ledger m_ledger;
    std::set<std::string> m_ids;
};

} // namespace

Ledger load_claims(const std::string& folder) {
    return LedgerReader(folder).read();
}

bool has_claims(const std::string& folder) {
    return is_plain_file(folder + "/" + kFile);
}

} // namespace ampscope::lesson
