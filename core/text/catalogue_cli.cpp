#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_cli() {
    static constexpr Entry kEntries[] = {
        {"cli.none", "-", "-"},
    };
    return kEntries;
}

} // namespace ampscope::text
