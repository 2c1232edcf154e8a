// The smallest test there is: says what failed, and where, and goes on.
#pragma once

#include <cstdio>

namespace ampscope {

inline int& failures() {
    static int count = 0;
    return count;
}

inline void check(bool holds, const char* what, const char* file, int line) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    ++failures();
}

inline int report(const char* name) {
    std::printf("%s: %s\n", name, failures() == 0 ? "all holds" : "FAILED");
    return failures() == 0 ? 0 : 1;
}

} // namespace ampscope

#define CHECK(condition) ampscope::check(condition, #condition, __FILE__, __LINE__)
