#include "core/text/particles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/text/utf8.h"

namespace ampscope::text {
namespace {

enum class Final { Vowel, Rieul, Consonant };

// 영 일 이 삼 사 오 육 칠 팔 구
constexpr std::array kDigitFinal = {Final::Consonant, Final::Rieul,     Final::Vowel, Final::Consonant, Final::Vowel,
                                    Final::Vowel,     Final::Consonant, Final::Rieul, Final::Rieul,     Final::Vowel};

std::optional<int> digit(char32_t c) {
    if (c >= U'0' && c <= U'9') return static_cast<int>(c - U'0');
    if (c == U'⁰' || (c >= U'⁴' && c <= U'⁹')) return static_cast<int>(c - U'⁰');
    if (c == U'¹') return 1;
    if (c == U'²' || c == U'³') return static_cast<int>(c - U'²') + 2;
    return std::nullopt;
}

// A number that ends in zeros is read with its unit: 십 (ㅂ), 백 (ㄱ), 천 (ㄴ), 만 (ㄴ), 억 (ㄱ): all end in a
// consonant, like 영. So only the last digit decides.
Final final_of_digit(int value) {
    return kDigitFinal[static_cast<std::size_t>(value)];
}

bool is_latin(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

// Words that Korean engineers speak as words, not letter by letter, where the spelling below does not tell the sound.
std::optional<Final> final_of_known(std::string_view word) {
    // 로스, 인프, 트루, 넘버, 웨이트, 브이 …
    static constexpr std::array<std::string_view, 30> kVowel = {
        "loss",     "inf",     "true",  "false",    "adamw",      "gpu",      "cpu",    "cuda",  "weight", "softmax",
        "autocast", "batch",   "micro", "libtorch", "gradscaler", "nano",     "betas",  "eps",   "rules",  "tokens",
        "ops",      "lengths", "steps", "epochs",   "threads",    "segments", "device", "cache", "cos",    "bench"};
    // 난, 스텝, 아담, 제이슨, 놈, 백, 캡 …
    static constexpr std::array<std::string_view, 22> kConsonant = {
        "nan",   "step", "adam", "json", "none", "mean", "python", "norm", "skip",     "wrap",     "cap",
        "block", "rank", "lock", "back", "name", "time", "cosine", "mask", "explicit", "momentum", "dropout"};
    static constexpr std::array<std::string_view, 6> kRieul = {"scale", "file", "interval", "level", "model", "kernel"};
    if (std::ranges::find(kVowel, word) != kVowel.end()) return Final::Vowel;
    if (std::ranges::find(kConsonant, word) != kConsonant.end()) return Final::Consonant;
    if (std::ranges::find(kRieul, word) != kRieul.end()) return Final::Rieul;
    return std::nullopt;
}

// How an English word of some length ends when it is read aloud: -ing 잉, -ine 인, -ame 임, -ic 익, -le 을. Everything
// else goes by its last letter.
std::optional<Final> final_of_spelling(std::string_view word) {
    if (word.size() < 4) return std::nullopt;
    for (const std::string_view end : {"ng", "ne", "me", "ic", "ck", "ap", "op", "ip", "ep"})
        if (word.ends_with(end)) return Final::Consonant;
    if (word.ends_with("le")) return Final::Rieul;
    return std::nullopt;
}

std::optional<Final> final_of_word(std::string_view word) {
    std::string lower;
    for (char c : word)
        lower += (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    if (const auto known = final_of_known(lower)) return known;
    lower.erase(0, lower.rfind('_') + 1); // init_scale ends as scale does
    if (const auto known = final_of_known(lower)) return known;
    return final_of_spelling(lower);
}

Final final_of_latin(char32_t c) { // the letter's Korean name: 엘, 엠, 엔; all others end in a vowel
    const char32_t lower = c >= U'a' ? c : c - U'A' + U'a';
    if (lower == U'l') return Final::Rieul;
    if (lower == U'm' || lower == U'n') return Final::Consonant;
    return Final::Vowel;
}

Final final_sound(std::string_view text) {
    const std::u32string points = decode_utf8(text);
    std::size_t end = points.size();
    const auto passed_over = [](char32_t c) {
        return !(digit(c) || is_latin(c) || c == U'%' || (c >= 0xAC00 && c <= 0xD7A3));
    };
    while (end > 0 && passed_over(points[end - 1]))
        --end;
    if (end == 0) return Final::Vowel;
    const char32_t last = points[end - 1];
    if (last >= 0xAC00 && last <= 0xD7A3) { // syllable = (initial * 21 + vowel) * 28 + final
        const auto jongseong = (last - 0xAC00) % 28;
        return jongseong == 0 ? Final::Vowel : jongseong == 8 ? Final::Rieul : Final::Consonant;
    }
    if (const auto value = digit(last)) return final_of_digit(*value);
    if (last == U'%') return Final::Vowel; // 퍼센트
    std::size_t begin = end;
    while (begin > 0 && (is_latin(points[begin - 1]) || points[begin - 1] == U'_'))
        --begin;
    std::string word;
    for (std::size_t i = begin; i < end; ++i)
        word += static_cast<char>(points[i]);
    if (const auto spoken = final_of_word(word)) return *spoken;
    return final_of_latin(last);
}

} // namespace

std::string particle(std::string_view word, std::string_view pair) {
    const Final sound = final_sound(word);
    constexpr std::string_view kEu = "(으)";
    if (pair.starts_with(kEu)) return (sound == Final::Consonant ? "으" : "") + std::string(pair.substr(kEu.size()));
    const auto slash = pair.find('/');
    if (slash == std::string_view::npos) return std::string(pair);
    return std::string(sound == Final::Vowel ? pair.substr(slash + 1) : pair.substr(0, slash));
}

} // namespace ampscope::text
