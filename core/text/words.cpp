#include "core/text/words.h"

namespace ampscope::text {

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

bool has_ending(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() && lower_case(text.substr(text.size() - ending.size())) == ending;
}

} // namespace ampscope::text
