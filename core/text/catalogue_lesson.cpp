#include "core/text/catalogue.h"

namespace ampscope::text {

std::span<const Entry> catalogue_lesson() {
    static constexpr Entry kEntries[] = {
        {"lesson.none", "-", "-"},
    };
    return kEntries;
}

} // namespace ampscope::text
