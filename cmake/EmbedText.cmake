# Puts a file into the program: cmake -DINPUT=file -DOUTPUT=file.cpp -DFUNCTION=namespace::function -P EmbedText.cmake
# As numbers, since compilers limit the length of a text literal.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX MATCH "^(.*)::([^:]+)$" _ "${FUNCTION}")
file(WRITE "${OUTPUT}" "#include <string_view>

namespace ${CMAKE_MATCH_1} {
static constexpr unsigned char kBytes[] = {
${bytes}
};
std::string_view ${CMAKE_MATCH_2}();
std::string_view ${CMAKE_MATCH_2}() {
    return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}
} // namespace ${CMAKE_MATCH_1}
")
