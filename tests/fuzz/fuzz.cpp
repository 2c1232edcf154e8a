// libFuzzer's entry: one program per reader.
#include <cstddef>
#include <cstdint>

#include "core/text/message.h"
#include "tests/fuzz/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ampscope::fuzz::Reader* reader = ampscope::fuzz::find_reader(AMPSCOPE_FUZZ_READER);
    try {
        reader->reads({reinterpret_cast<const char*>(data), size});
    } catch (const ampscope::text::Error& error) {
        (void)error.text(ampscope::text::Language::Korean);
        (void)error.text(ampscope::text::Language::English);
    }
    return 0;
}
