#include "core/text/particles.h"

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

// Words that Korean engineers speak as words, not letter by letter.
std::optional<Final> final_of_word(std::string_view word) {
    struct Spoken {
        std::string_view word;
        Final final;
    };
    static constexpr std::array kSpoken = {
        Spoken{"scale", Final::Rieul},      Spoken{"loss", Final::Vowel},       Spoken{"nan", Final::Consonant},
        Spoken{"inf", Final::Vowel},        Spoken{"true", Final::Vowel},       Spoken{"false", Final::Vowel},
        Spoken{"step", Final::Consonant},   Spoken{"adam", Final::Consonant},   Spoken{"adamw", Final::Vowel},
        Spoken{"gpu", Final::Vowel},        Spoken{"cpu", Final::Vowel},        Spoken{"cuda", Final::Vowel},
        Spoken{"weight", Final::Vowel},     Spoken{"file", Final::Rieul},       Spoken{"json", Final::Consonant},
        Spoken{"none", Final::Consonant},   Spoken{"mean", Final::Consonant},   Spoken{"softmax", Final::Vowel},
        Spoken{"autocast", Final::Vowel},   Spoken{"gradscaler", Final::Vowel}, Spoken{"growth_interval", Final::Rieul},
        Spoken{"init_scale", Final::Rieul}, Spoken{"batch", Final::Vowel},      Spoken{"nano", Final::Vowel},
        Spoken{"micro", Final::Vowel},      Spoken{"libtorch", Final::Vowel},   Spoken{"python", Final::Consonant},
    };
    std::string lower;
    for (char c : word)
        lower += (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    for (const auto& spoken : kSpoken)
        if (spoken.word == lower) return spoken.final;
    return std::nullopt;
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
