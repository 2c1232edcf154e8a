#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_train() {
    static constexpr Entry kEntries[] = {
        {"train.none", "-", "-"},
    };
    return kEntries;
}

} // namespace ampscope::text
