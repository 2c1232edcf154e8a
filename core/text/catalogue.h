// The one catalogue of everything that the core says, Korean and English side by side.
//
// To add a message: put a row into the catalogue_*.cpp of its subject. tests/text checks that both languages are there
// and hold the same placeholders, and tests/hygiene that every id used in the code exists.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/text/message.h"

namespace ampscope::text {

struct Entry {
    std::string_view id;
    std::string_view english;
    std::string_view korean;
};

/// The entry of that id, or nullptr.
const Entry* find_entry(std::string_view id);
/// Every entry, in no particular order.
std::vector<Entry> all_entries();

// One table per subject; joined by all_entries().
std::span<const Entry> catalogue_io();
std::span<const Entry> catalogue_numeric();
std::span<const Entry> catalogue_tensorfile();
std::span<const Entry> catalogue_diagnose();
std::span<const Entry> catalogue_number_cases();
std::span<const Entry> catalogue_sums();
std::span<const Entry> catalogue_scenario();
std::span<const Entry> catalogue_mistakes();
std::span<const Entry> catalogue_train();
std::span<const Entry> catalogue_lesson();
std::span<const Entry> catalogue_exercise();
std::span<const Entry> catalogue_learning();
std::span<const Entry> catalogue_claims();
std::span<const Entry> catalogue_memory();
std::span<const Entry> catalogue_hardware();
std::span<const Entry> catalogue_cuda();
std::span<const Entry> catalogue_probe();
std::span<const Entry> catalogue_instruments();
std::span<const Entry> catalogue_cli();

} // namespace ampscope::text
