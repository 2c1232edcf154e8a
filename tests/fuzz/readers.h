// Every reader of the project, each behind one function that takes whatever bytes there are: what libFuzzer feeds, and
// what the seeds are tried on.
#pragma once

#include <span>
#include <string_view>

namespace ampscope::fuzz {

struct Reader {
    std::string_view name; ///< "npy": also the folder of its seeds
    /// Returns whether the input was taken. A refusal is a text::Error that can be said in both languages; everything
    /// else that happens (another exception, a failed expectation) is a defect. What is taken is also written again
    /// and read back where it has a writer, and must then be the same.
    bool (*reads)(std::string_view bytes);
};

std::span<const Reader> readers();
const Reader* find_reader(std::string_view name);

} // namespace ampscope::fuzz
