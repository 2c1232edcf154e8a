// The catalogue of devices. It lies in resources/hardware and travels inside the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/device.h"
#include "core/io/json.h"

namespace ampscope::hardware {

struct Source {
    std::string id, title;
    std::string url;     ///< "" when its address is not known
    std::string seen_as; ///< "read", "quoted", "full_text_copy"
    std::string note;
};

struct Catalogue {
    std::vector<Device> devices;
    std::vector<Source> sources;

    /// By id, alias or a name as people write it ("RTX 4090", "NVIDIA T4"): case, blanks, hyphens and the makers' words
    /// do not count. nullptr when there is none.
    const Device* find(std::string_view name) const;
    /// find(), or a BadInput error with the nearest names.
    const Device& at(std::string_view name) const;
    const Source* source(std::string_view id) const;
};

/// Reads the two files. BadInput errors with line and column: wrong kinds, unknown or missing members, an unknown basis
/// or rate, figures that are not above 0, sources that do not exist, a maker's figure without a source, names that two
/// devices share, a newer schema.
Catalogue read_catalogue(const io::Json& devices, const io::Json& sources);

/// The program's own. Read once; may be called from any thread.
const Catalogue& catalogue();

/// `name` without what people write differently: "NVIDIA GeForce RTX 4090" -> "rtx4090".
std::string plain_name(std::string_view name);

} // namespace ampscope::hardware
