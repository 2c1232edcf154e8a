// Parts of a record as the bytes and texts that the run library keeps. Everything is read back bit for bit: numbers are
// kept by their bits, not as decimal text. Pure functions; no database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/run_record.h"

namespace ampscope::record {

/// The names of this program's columns in the order in which encode_samples() writes them, joined by commas.
std::string encode_columns();
/// What is at each place of a row; nullopt where a newer program wrote a column that this one does not know.
std::vector<std::optional<Column>> decode_columns(std::string_view names);

/// Rows of doubles, eight bytes each, least significant byte first.
std::string encode_samples(std::span<const Sample> samples);
/// Adds the rows to `record`; columns that are not among `columns` stay missing. Throws "store.damaged" when the bytes
/// are no whole number of rows.
void decode_samples(std::string_view bytes, std::span<const std::optional<Column>> columns, RunRecord& record);

/// One line of JSON, with the kind of every value and the bits of its reals. Texts that are no UTF-8 are kept, too.
std::string encode_facts(std::span<const Fact> facts);
std::vector<Fact> decode_facts(std::string_view text);
std::string encode_environment(const Environment& environment);
Environment decode_environment(std::string_view text);

/// Details as record.json writes them, so that a new kind of detail needs no second writer.
std::string encode_details(std::span<const Detail> details);
std::vector<Detail> decode_details(std::string_view text);

/// Milliseconds since 1970 as "2026-03-01T14:02:33.120Z", and back; nullopt for anything else.
std::string utc_text(std::int64_t milliseconds);
std::optional<std::int64_t> parse_utc(std::string_view text);

} // namespace ampscope::record
