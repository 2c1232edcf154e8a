#include "ui/shell/help/search_index.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/text/nearest.h"

namespace ampscope::ui {
namespace {

constexpr char kHangulBit = static_cast<char>(0x80);
constexpr int kVowels = 21, kFinals = 28;
constexpr char16_t kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3, kFirstLetter = 0x3131, kLastLetter = 0x3163;

// Keys of the Korean layout (two sets), in the order in which Unicode counts the letters.
constexpr std::array<const char*, 19> kInitialKeys = {"r", "R", "s", "e", "E", "f", "a", "q", "Q", "t",
                                                      "T", "d", "w", "W", "c", "z", "x", "v", "g"};
constexpr std::array<const char*, kVowels> kVowelKeys = {"k",  "o", "i", "O",  "j",  "p",  "u", "P", "h",  "hk", "ho",
                                                         "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml", "l"};
constexpr std::array<const char*, kFinals> kFinalKeys = {"",   "r",  "R",  "rt", "s",  "sw", "sg", "e", "f",  "fr",
                                                         "fa", "fq", "ft", "fx", "fv", "fg", "a",  "q", "qt", "t",
                                                         "T",  "d",  "w",  "c",  "z",  "x",  "v",  "g"};
constexpr std::array<const char*, 51> kLetterKeys = {
    "r", "R", "rt", "s", "sw", "sg", "e",  "E",  "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a",
    "q", "Q", "qt", "t", "T",  "d",  "w",  "W",  "c", "z",  "x",  "v",  "g",  "k",  "o",  "i",  "O",
    "j", "p", "u",  "P", "h",  "hk", "ho", "hl", "y", "n",  "nj", "np", "nl", "b",  "m",  "ml", "l"};
constexpr std::string_view kConsonants = "rRseEfaqQtTdwWczxvg";

bool isSyllable(QChar c) {
    return c.unicode() >= kFirstSyllable && c.unicode() <= kLastSyllable;
}

void addKeys(std::string& to, const char* keys) {
    for (; *keys != '\0'; ++keys)
        to += static_cast<char>(*keys | kHangulBit);
}

std::string initialsOf(const QString& text) {
    std::string all;
    for (const QChar c : text)
        if (isSyllable(c))
            addKeys(all, kInitialKeys[static_cast<std::size_t>((c.unicode() - kFirstSyllable) / (kVowels * kFinals))]);
    return all;
}

std::vector<std::string> wordsOf(const QString& text) {
    std::vector<std::string> words;
    std::istringstream letters(searchLetters(text));
    for (std::string word; std::getline(letters, word, ' ');)
        if (!word.empty()) words.push_back(word);
    return words;
}

bool isHangul(char letter) {
    return (letter & kHangulBit) != 0;
}

// The same keys with the other layout switched on: "thstlf" for 손실, ㅣㅐㄴㄴ for "loss". "" for a mix.
std::string otherLayout(const std::string& word) {
    const bool hangul = std::ranges::all_of(word, isHangul);
    if (!hangul && !std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; })) return {};
    std::string other = word;
    for (char& letter : other)
        letter = static_cast<char>(letter ^ kHangulBit);
    if (hangul) // shifted keys are other letters of Hangul, but the same of English
        std::ranges::transform(other, other.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
    return other;
}

bool isAllConsonants(const std::string& word) {
    return word.size() >= 2 && std::ranges::all_of(word, [](char c) {
               return isHangul(c) && kConsonants.find(static_cast<char>(c ^ kHangulBit)) != std::string_view::npos;
           });
}

// Letters that may be wrong in a word of that length.
std::size_t slipsOf(std::size_t length) {
    return length < 4 ? 0 : length < 8 ? 1 : 2;
}

bool isSlipOf(const std::string& typed, const std::string& word) {
    const std::size_t slips = slipsOf(typed.size());
    if (slips == 0 || word.size() + slips < typed.size()) return false;
    return text::edit_distance_to_beginning(typed, std::string_view(word).substr(0, typed.size() + slips)) <= slips;
}

} // namespace

std::string searchLetters(const QString& text) {
    std::string letters;
    for (const QChar c : text.normalized(QString::NormalizationForm_C)) {
        const char16_t code = c.unicode();
        if (isSyllable(c)) {
            const auto place = static_cast<std::size_t>(code - kFirstSyllable);
            addKeys(letters, kInitialKeys[place / (kVowels * kFinals)]);
            addKeys(letters, kVowelKeys[place / kFinals % kVowels]);
            addKeys(letters, kFinalKeys[place % kFinals]);
        } else if (code >= kFirstLetter && code <= kLastLetter) {
            addKeys(letters, kLetterKeys[static_cast<std::size_t>(code - kFirstLetter)]);
        } else if (code < 0x80 && c.isLetterOrNumber()) {
            letters += static_cast<char>(c.toLower().unicode());
        } else if (!letters.empty() && letters.back() != ' ') {
            letters += ' ';
        }
    }
    if (letters.ends_with(' ')) letters.pop_back();
    return letters;
}

void SearchIndex::add(SearchEntry entry) {
    Row row;
    for (const QString& name : entry.names) {
        Name made{wordsOf(name), {}, initialsOf(name)};
        for (const auto& word : made.words)
            made.joined += word;
        row.names.push_back(std::move(made));
    }
    for (const QString& text : entry.words)
        for (auto& word : wordsOf(text))
            row.words.push_back(std::move(word));
    std::ranges::sort(row.words);
    row.words.erase(std::unique(row.words.begin(), row.words.end()), row.words.end());
    row.entry = std::move(entry);
    m_rows.push_back(std::move(row));
}

// How well one word of the query is answered; 0: not at all.
int SearchIndex::score(const Row& row, const std::string& word, bool slips) {
    enum { First = 5, Slip = 30, Behind = 40, Initials = 55, Inside = 60, Begins = 80, Whole = 100 };
    int best = 0;
    for (const auto& name : row.names) {
        for (const auto& each : name.words) {
            const int first = &each == &name.words.front() ? First : 0;
            if (each == word) best = std::max<int>(best, Whole + first);
            if (each.starts_with(word)) best = std::max<int>(best, Begins + first);
        }
        if (best < Inside && word.size() >= 2 && name.joined.find(word) != std::string::npos) best = Inside;
        if (best < Initials && isAllConsonants(word) && name.initials.find(word) != std::string::npos) best = Initials;
    }
    if (best > 0) return best;
    for (const auto& each : row.words)
        if (each.starts_with(word)) return Behind;
    if (!slips) return 0;
    for (const auto& name : row.names)
        for (const auto& each : name.words)
            if (isSlipOf(word, each)) return Slip;
    return 0;
}

int SearchIndex::score(const Row& row, const std::vector<Typed>& query, bool slips) {
    constexpr int kOtherLayoutCosts = 10, kGood = 50, kMainThing = 8;
    int sum = 0;
    for (const auto& [word, other] : query) {
        int value = score(row, word, slips);
        if (value < kGood && !other.empty()) value = std::max(value, score(row, other, false) - kOtherLayoutCosts);
        if (value <= 0) return 0;
        sum += value;
    }
    const auto kind = row.entry.kind;
    if (kind != SearchEntry::Kind::Card && kind != SearchEntry::Kind::Preset) sum += kMainThing;
    // Of two with the same words the shorter name is meant: it says less that was not asked for.
    return sum * 100 - std::min<int>(99, static_cast<int>(row.names.front().joined.size()));
}

std::vector<const SearchEntry*> SearchIndex::find(const QString& query, std::size_t most) const {
    std::vector<Typed> typed;
    for (auto& word : wordsOf(query)) {
        std::string other = word.size() >= 2 ? otherLayout(word) : std::string();
        typed.push_back({std::move(word), std::move(other)});
    }
    if (typed.empty()) return {};
    std::vector<std::pair<int, const SearchEntry*>> found;
    // Slips take the most time to look for, and nobody misses them where the words themselves are found.
    constexpr std::size_t kEnough = 5;
    for (const bool slips : {false, true}) {
        if (found.size() >= kEnough) break;
        found.clear();
        for (const auto& row : m_rows)
            if (const int value = score(row, typed, slips); value > 0) found.emplace_back(value, &row.entry);
    }
    // What comes first in the index stands first among equals.
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const SearchEntry*> best;
    for (std::size_t i = 0; i < std::min(found.size(), most); ++i)
        best.push_back(found[i].second);
    return best;
}

} // namespace ampscope::ui
