// The header of a .npy file: a dictionary written as a Python literal. Parsed, never evaluated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/message.h"

namespace ampscope::tensorfile {

/// What a literal of a header may be. Numbers keep their text: no whole number is too long to be told from another.
struct Literal {
    enum class Kind { Text, Integer, Boolean, None, Tuple, List } kind = Kind::None;
    std::string text; ///< of Text: the characters; of Integer: the digits with their sign
    bool boolean = false;
    std::vector<Literal> items; ///< of Tuple and List
    std::size_t offset = 0;     ///< in the header
};

struct LiteralMember {
    std::string key;
    std::size_t offset = 0;
    Literal value;
};

/// What is wrong with a header, and where.
struct LiteralError {
    std::size_t offset;
    text::Message message;
};

/// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } as ast.literal_eval would, as far as it consists
/// of texts, whole numbers (with `is_python2`, also with its trailing L), True, False, None, tuples and lists. Keys are
/// texts, none twice. Throws LiteralError.
std::vector<LiteralMember> parse_python_dictionary(std::string_view text, bool is_python2);

} // namespace ampscope::tensorfile
