#include "core/train/language.h"

#include <array>
#include <string_view>

#include "core/text/particles.h"

namespace ampscope::train {
namespace {

using Words = std::array<std::string_view, 16>;

constexpr Words kKoreanNouns = {"고양이", "강아지", "토끼", "선생님", "학생", "바람", "구름", "별",
                                "나무",   "강",     "새",   "아이",   "친구", "곰",   "달",   "꽃"};
constexpr Words kKoreanPlaces = {"산",   "바다", "학교", "마당", "숲",     "들",   "길", "집",
                                 "시장", "강가", "언덕", "섬",   "도서관", "골목", "밭", "하늘"};
constexpr Words kKoreanObjects = {"노래", "책",   "그림", "빵", "물",     "편지", "돌", "모자",
                                  "씨앗", "등불", "사과", "배", "이야기", "종이", "꿈", "실"};
constexpr Words kKoreanVerbs = {"찾는다", "본다",   "만든다", "나눈다", "숨긴다", "기다린다", "그린다", "옮긴다",
                                "듣는다", "모은다", "고친다", "던진다", "줍는다", "잊는다",   "꺼낸다", "읽는다"};
constexpr Words kKoreanTimes = {"아침에", "저녁에", "봄에",   "겨울에", "오늘", "어제", "가끔",   "언제나",
                                "다시",   "조용히", "천천히", "혼자",   "함께", "먼저", "나중에", "비 오는 날"};

constexpr Words kEnglishNouns = {"cat",  "dog",   "rabbit", "teacher", "student", "wind", "cloud", "star",
                                 "tree", "river", "bird",   "child",   "friend",  "bear", "moon",  "flower"};
constexpr Words kEnglishPlaces = {"hill",   "sea",   "school", "yard",   "forest",  "field", "road",   "house",
                                  "market", "shore", "island", "bridge", "library", "alley", "garden", "sky"};
constexpr Words kEnglishObjects = {"song",    "book",  "picture", "loaf",  "letter", "stone", "hat",    "seed",
                                   "lantern", "apple", "boat",    "story", "paper",  "dream", "thread", "key"};
constexpr Words kEnglishVerbs = {"finds", "sees",    "makes", "shares", "hides", "keeps",   "draws",  "moves",
                                 "hears", "gathers", "mends", "throws", "lifts", "forgets", "brings", "reads"};
constexpr Words kEnglishTimes = {"at dawn",   "at dusk", "in spring", "in winter",  "today", "again",
                                 "sometimes", "always",  "quietly",   "slowly",     "alone", "together",
                                 "first",     "later",   "at noon",   "in the rain"};

std::string with_particle(std::string_view word, std::string_view pair) {
    return std::string(word) + text::particle(word, pair);
}

std::string korean(const std::array<std::uint64_t, 8>& r) {
    const auto pick = [&](const Words& words, std::size_t i) { return words[below(r[i], words.size())]; };
    std::string sentence;
    if (below(r[0], 3) == 0) sentence += std::string(pick(kKoreanTimes, 1)) + " ";
    sentence += with_particle(pick(kKoreanNouns, 2), below(r[3], 2) == 0 ? "이/가" : "은/는") + " ";
    if (below(r[4], 2) == 0) sentence += std::string(pick(kKoreanPlaces, 5)) + "에서 ";
    return sentence + with_particle(pick(kKoreanObjects, 6), "을/를") + " " + std::string(pick(kKoreanVerbs, 7)) + ". ";
}

std::string english(const std::array<std::uint64_t, 8>& r) {
    const auto pick = [&](const Words& words, std::size_t i) { return std::string(words[below(r[i], words.size())]); };
    std::string sentence = (below(r[3], 2) == 0 ? "the " : "a ") + pick(kEnglishNouns, 2) + " " +
                           pick(kEnglishVerbs, 7) + " the " + pick(kEnglishObjects, 6);
    if (below(r[4], 2) == 0) sentence += " by the " + pick(kEnglishPlaces, 5);
    if (below(r[0], 3) == 0) sentence += " " + pick(kEnglishTimes, 1);
    return sentence + ". ";
}

} // namespace

std::string builtin_text(scenario::DataLanguage language, std::uint64_t seed) {
    std::string text;
    text.reserve(kTextBytes + 256);
    for (std::uint64_t sentence = 0; text.size() < kTextBytes; ++sentence) {
        std::array<std::uint64_t, 8> random{};
        for (std::uint64_t i = 0; i < random.size(); ++i)
            random[i] = splitmix64(seed, 8 * sentence + i);
        text += language == scenario::DataLanguage::Korean ? korean(random) : english(random);
    }
    text.resize(kTextBytes);
    return text;
}

std::size_t window_start(std::uint64_t seed, std::uint64_t index, std::size_t text_length,
                         std::size_t sequence_length) {
    return static_cast<std::size_t>(below(splitmix64(seed + kWindowStream, index), text_length - sequence_length));
}

} // namespace ampscope::train
