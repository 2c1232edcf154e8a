#include "core/record/store/codec.h"

#include <charconv>
#include <chrono>
#include <cstdio>

#include "core/io/json_writer.h"
#include "core/text/utf8.h"

namespace ampscope::record {

using io::Json;
using io::JsonWriter;
using Layout = JsonWriter::Layout;

namespace {

constexpr std::size_t kCellBytes = 8;

text::Error damaged() {
    return text::could_not("store.damaged");
}

std::string hex_of(std::string_view bytes) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char byte : bytes) {
        hex += kDigits[static_cast<unsigned char>(byte) >> 4];
        hex += kDigits[static_cast<unsigned char>(byte) & 15];
    }
    return hex;
}

std::uint64_t number_of_hex(std::string_view hex) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), number, 16);
    if (hex.empty() || error != std::errc{} || end != hex.data() + hex.size()) throw damaged();
    return number;
}

std::string bytes_of_hex(std::string_view hex) {
    if (hex.size() % 2) throw damaged();
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(number_of_hex(hex.substr(i, 2)));
    return bytes;
}

// ["name", kind, value]. Kinds: b flag, i whole number, r bits of a real, s text, x bytes of a text that is no UTF-8.
void write_value(JsonWriter& writer, const std::string& name, const FactValue& value) {
    writer.begin_array(Layout::OneLine);
    writer.value(name);
    if (const auto* flag = std::get_if<bool>(&value)) {
        writer.value("b"), writer.value(*flag);
    } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        writer.value("i"), writer.value(*integer);
    } else if (const auto* real = std::get_if<double>(&value)) {
        char digits[16];
        const auto end = std::to_chars(digits, digits + sizeof digits, std::bit_cast<std::uint64_t>(*real), 16).ptr;
        writer.value("r"), writer.value(std::string_view(digits, end));
    } else {
        const auto& content = std::get<std::string>(value);
        if (text::first_invalid_utf8(content))
            writer.value("x"), writer.value(hex_of(content));
        else
            writer.value("s"), writer.value(content);
    }
    writer.end();
}

std::pair<std::string, FactValue> read_value(const Json& json) {
    const auto& items = json.items();
    if (items.size() != 3) throw damaged();
    const auto& name = items[0].as_string();
    const std::string& kind = items[1].as_string();
    if (kind == "b") return {name, items[2].as_boolean()};
    if (kind == "i") return {name, items[2].as_integer()};
    if (kind == "r") return {name, std::bit_cast<double>(number_of_hex(items[2].as_string()))};
    if (kind == "s") return {name, items[2].as_string()};
    if (kind == "x") return {name, bytes_of_hex(items[2].as_string())};
    throw damaged();
}

// What was written here and does not read back was changed by something else, whatever the JSON reader says about it.
template <typename Read>
auto read_or_damaged(std::string_view text, Read read) {
    try {
        return read(io::parse_json(text, ""));
    } catch (const text::Error&) {
        throw damaged();
    }
}

std::string one_line(JsonWriter& writer) {
    std::string line = writer.take();
    while (!line.empty() && line.back() == '\n')
        line.pop_back();
    return line;
}

} // namespace

std::string encode_columns() {
    std::string names;
    for (const auto& info : columns())
        names += (names.empty() ? "" : ",") + std::string(info.name);
    return names;
}

std::vector<std::optional<Column>> decode_columns(std::string_view names) {
    std::vector<std::optional<Column>> result;
    while (!names.empty()) {
        const auto comma = names.find(',');
        const ColumnInfo* info = find_column(names.substr(0, comma));
        result.push_back(info ? std::optional(info->column) : std::nullopt);
        names = comma == std::string_view::npos ? std::string_view{} : names.substr(comma + 1);
    }
    return result;
}

std::string encode_samples(std::span<const Sample> samples) {
    std::string bytes;
    bytes.reserve(samples.size() * kColumnCount * kCellBytes);
    for (const auto& sample : samples)
        for (const auto& info : columns()) {
            const auto bits = std::bit_cast<std::uint64_t>(sample[info.column]);
            for (std::size_t i = 0; i < kCellBytes; ++i)
                bytes += static_cast<char>(bits >> (8 * i) & 0xFF);
        }
    return bytes;
}

void decode_samples(std::string_view bytes, std::span<const std::optional<Column>> columns, RunRecord& record) {
    const std::size_t row_bytes = columns.size() * kCellBytes;
    if (bytes.empty()) return;
    if (row_bytes == 0 || bytes.size() % row_bytes != 0) throw damaged();
    for (; !bytes.empty(); bytes.remove_prefix(row_bytes)) {
        Sample sample;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < kCellBytes; ++i)
                bits |= std::uint64_t{static_cast<unsigned char>(bytes[column * kCellBytes + i])} << (8 * i);
            if (columns[column]) sample[*columns[column]] = std::bit_cast<double>(bits);
        }
        record.sample(sample);
    }
}

std::string encode_facts(std::span<const Fact> facts) {
    JsonWriter writer(Layout::OneLine);
    writer.begin_array();
    for (const auto& fact : facts) {
        writer.begin_array();
        writer.value(fact.step);
        writer.value(fact.kind);
        for (const auto& [name, value] : fact.values)
            write_value(writer, name, value);
        writer.end();
    }
    writer.end();
    return one_line(writer);
}

std::vector<Fact> decode_facts(std::string_view text) {
    return read_or_damaged(text, [](const Json& json) {
        std::vector<Fact> facts;
        for (const auto& item : json.items()) {
            const auto& parts = item.items();
            if (parts.size() < 2) throw damaged();
            Fact fact{parts[0].as_integer(), parts[1].as_string(), {}};
            for (std::size_t i = 2; i < parts.size(); ++i)
                fact.values.push_back(read_value(parts[i]));
            facts.push_back(std::move(fact));
        }
        return facts;
    });
}

std::string encode_environment(const Environment& environment) {
    JsonWriter writer(Layout::OneLine);
    writer.begin_array();
    for (const auto& [name, value] : environment)
        write_value(writer, name, value);
    writer.end();
    return one_line(writer);
}

Environment decode_environment(std::string_view text) {
    return read_or_damaged(text, [](const Json& json) {
        Environment environment;
        for (const auto& item : json.items())
            environment.push_back(read_value(item));
        return environment;
    });
}

std::string encode_details(std::span<const Detail> details) {
    if (details.empty()) return "[]";
    RunRecord record;
    for (const auto& detail : details)
        record.detail(detail);
    const Json json = io::parse_json(record_text(record), "");
    JsonWriter writer(Layout::OneLine);
    writer.value(json.at("details"));
    return one_line(writer);
}

std::vector<Detail> decode_details(std::string_view text) {
    if (text == "[]") return {};
    const std::string record =
        R"({"schema":1,"scenario":{},"environment":{},"samples":{},"facts":[],"details":)" + std::string(text) + "}";
    return read_or_damaged(record, [](const Json& json) { return read_record(json).details(); });
}

std::string utc_text(std::int64_t milliseconds) {
    using namespace std::chrono;
    const sys_time<std::chrono::milliseconds> time{std::chrono::milliseconds(milliseconds)};
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const hh_mm_ss clock{time - day};
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return buffer;
}

std::optional<std::int64_t> parse_utc(std::string_view text) {
    using namespace std::chrono;
    constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd.dddZ";
    if (text.size() != kForm.size()) return std::nullopt;
    for (std::size_t i = 0; i < kForm.size(); ++i)
        if (kForm[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != kForm[i]) return std::nullopt;
    const auto number = [&](std::size_t begin, std::size_t length) {
        int value = 0;
        std::from_chars(text.data() + begin, text.data() + begin + length, value);
        return value;
    };
    const year_month_day date{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                              day(static_cast<unsigned>(number(8, 2)))};
    if (!date.ok() || number(11, 2) > 23 || number(14, 2) > 59 || number(17, 2) > 59) return std::nullopt;
    const auto time = sys_days(date).time_since_epoch() + hours(number(11, 2)) + minutes(number(14, 2)) +
                      seconds(number(17, 2)) + std::chrono::milliseconds(number(20, 3));
    return duration_cast<std::chrono::milliseconds>(time).count();
}

} // namespace ampscope::record
