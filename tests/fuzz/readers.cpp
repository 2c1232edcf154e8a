#include "tests/fuzz/readers.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "core/diagnose/log.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine_file.h"
#include "core/io/ini.h"
#include "core/io/json.h"
#include "core/lesson/chapter_check.h"
#include "core/lesson/claims.h"
#include "core/lesson/class_session.h"
#include "core/lesson/figure.h"
#include "core/lesson/glossary.h"
#include "core/lesson/lesson.h"
#include "core/lesson/progress.h"
#include "core/lesson/recordings.h"
#include "core/lesson/seed_lines.h"
#include "core/lesson/value.h"
#include "core/numeric/conversion.h"
#include "core/numeric/expression.h"
#include "core/record/run_record.h"
#include "core/record/store/codec.h"
#include "core/scenario/scenario_json.h"
#include "core/tensorfile/readers.h"

namespace ampscope::fuzz {
namespace {

// Not assert(): it must hold in every build.
void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

// A folder of this process, in memory where TMPDIR says so.
const std::filesystem::path& folder() {
    static const struct Folder {
        std::filesystem::path parent =
            std::filesystem::temp_directory_path() / ("ampscope-fuzz-" + std::to_string(::getpid()));
        std::filesystem::path path = parent / "fuzzed"; // the id of the lesson in the seeds
        Folder() { std::filesystem::create_directories(path); }
        ~Folder() {
            std::error_code ignored;
            std::filesystem::remove_all(parent, ignored);
        }
    } made;
    return made.path;
}

std::string file_of(const char* name, std::string_view bytes) {
    const std::filesystem::path path = folder() / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
}

bool number(std::string_view bytes) {
    for (const auto& format : numeric::known_formats())
        if (const auto code = numeric::parse_code(bytes, format)) (void)numeric::decode(format, *code);
    const numeric::ExactValue value = numeric::parse_expression(bytes);
    for (const char* id : {"fp16", "e4m3"})
        (void)numeric::convert(value, numeric::format(id), numeric::Rounding::NearestEven);
    return true;
}

bool json(std::string_view bytes) {
    (void)io::parse_json(bytes, "fuzz");
    return true;
}

bool scenario_file(std::string_view bytes) {
    const scenario::Scenario read = scenario::read_scenario(io::parse_json(bytes, "fuzz"));
    const std::string once = scenario::scenario_text(read);
    const scenario::Scenario again = scenario::read_scenario(io::parse_json(once, "fuzz"));
    expect(scenario::scenario_text(again) == once, "a written scenario reads back as it was");
    (void)scenario::problems(read);
    return true;
}

bool record_file(std::string_view bytes) {
    const record::RunRecord read = record::load_record(file_of("record.json", bytes));
    const std::string once = record::record_text(read);
    const record::RunRecord again = record::read_record(io::parse_json(once, "fuzz"));
    expect(record::record_text(again) == once, "a written record reads back as it was");
    (void)record::trace_csv(read);
    (void)record::summarize(read);
    return true;
}

bool stored_parts(std::string_view bytes) {
    if (bytes.empty()) return false;
    const std::string_view rest = bytes.substr(1);
    switch (bytes[0] % 4) {
    case 0: {
        record::RunRecord record;
        record::decode_samples(rest, record::decode_columns(record::encode_columns()), record);
        break;
    }
    case 1: (void)record::decode_facts(rest); break;
    case 2: (void)record::decode_details(rest); break;
    default: (void)record::decode_environment(rest); break;
    }
    return true;
}

// Several files in one input, with a line of nothing but "=====" between them.
template <std::size_t N>
std::array<std::string_view, N> parts_of(std::string_view bytes) {
    const std::string_view cut = "\n=====\n";
    std::array<std::string_view, N> parts;
    for (std::size_t i = 0; i < N; ++i) {
        const auto end = i + 1 < N ? bytes.find(cut) : std::string_view::npos;
        parts[i] = bytes.substr(0, end);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + cut.size());
    }
    return parts;
}

bool lesson_folder(std::string_view bytes) {
    const auto [json, korean, english] = parts_of<3>(bytes);
    file_of("lesson.json", json);
    file_of("ko.md", korean);
    file_of("en.md", english);
    (void)lesson::load_lesson(folder().string());
    return true;
}

bool claims(std::string_view bytes) {
    const auto [json, korean, english] = parts_of<3>(bytes);
    file_of("claims.json", json);
    file_of("claims.ko.md", korean);
    file_of("claims.en.md", english);
    (void)lesson::load_claims(folder().string());
    return true;
}

bool glossary(std::string_view bytes) {
    file_of("glossary.json", bytes);
    const lesson::Glossary read = lesson::load_glossary(folder().string());
    for (const auto language : {text::Language::Korean, text::Language::English})
        for (const auto& term : read.terms) {
            const std::string& text = term.in(language).text;
            for (const auto& place : lesson::find_terms(read, text, language))
                expect(place.begin + place.size <= text.size(), "a term that was found stands in the text");
        }
    return true;
}

bool chapter_checks(std::string_view bytes) {
    file_of("checks.json", bytes);
    (void)lesson::load_chapter_checks(folder().string());
    return true;
}

bool seed_lines(std::string_view bytes) {
    file_of("seed_lines.json", bytes);
    (void)lesson::load_seed_lines(folder().string());
    return true;
}

bool relation(std::string_view bytes) {
    (void)lesson::Relation::parse(bytes);
    return true;
}

bool parked_class(std::string_view bytes) {
    const std::string once = lesson::class_text(lesson::read_class(io::parse_json(bytes, "fuzz")));
    expect(lesson::class_text(lesson::read_class(io::parse_json(once, "fuzz"))) == once,
           "a written class reads back as it was");
    return true;
}

bool recording(std::string_view bytes) {
    const record::RunRecord read = record::read_record(io::parse_json(bytes, "fuzz", {4u << 20, 32}));
    const std::string once = lesson::recording_text(read, "2026-11-30", "a machine");
    const record::RunRecord again = record::read_record(io::parse_json(once, "fuzz"));
    expect(again.samples().size() == read.samples().size(), "a recording keeps every step");
    (void)text::render(lesson::recording_message(again), text::Language::Korean);
    return true;
}

bool machine(std::string_view bytes) {
    hardware::Machine here;
    here.cpu.append("a processor");
    here.instructions.append("avx2");
    const auto measured = hardware::read_machine_file(io::parse_json(bytes, "fuzz"), here);
    if (!measured) return true; // another machine's
    const std::string once = hardware::machine_file_text(here, *measured);
    const auto again = hardware::read_machine_file(io::parse_json(once, "fuzz"), here);
    expect(again && hardware::machine_file_text(here, *again) == once, "written rates read back as they were");
    return true;
}

bool devices(std::string_view bytes) {
    const auto [devices, sources] = parts_of<2>(bytes);
    const hardware::Catalogue read =
        hardware::read_catalogue(io::parse_json(devices, "fuzz"), io::parse_json(sources, "fuzz"));
    for (const auto& device : read.devices)
        expect(read.find(device.id) != nullptr, "every device is found by its id");
    return true;
}

// What the window remembers. Lines that cannot be read cost that line only; a file with one is set aside by others.
bool settings(std::string_view bytes) {
    const io::IniValues values = io::ini_values(bytes, "General");
    if (!io::is_ini(bytes)) return false;
    const std::string once = io::ini_with(bytes, "General", values);
    expect(io::is_ini(once), "written settings can be read");
    expect(io::ini_values(once, "General") == values, "written settings read back as they were");
    expect(io::ini_values(once, "export") == io::ini_values(bytes, "export"), "other sections stay as they were");
    return true;
}

bool lesson_text(std::string_view bytes) {
    (void)lesson::parse_lesson_text(bytes, "fuzz");
    return true;
}

bool lesson_value(std::string_view bytes) {
    (void)lesson::Value::parse(bytes);
    return true;
}

bool progress(std::string_view bytes) {
    const lesson::Progress read = lesson::read_progress(io::parse_json(bytes, "fuzz"));
    const std::string once = lesson::progress_text(read);
    expect(lesson::progress_text(lesson::read_progress(io::parse_json(once, "fuzz"))) == once,
           "written progress reads back as it was");
    return true;
}

bool training_log(std::string_view bytes) {
    (void)diagnose::read_log(bytes);
    return true;
}

bool tensors(std::string_view bytes, const char* name,
             const std::function<std::unique_ptr<tensorfile::TensorFile>(const std::string&, io::RandomFile)>& open) {
    const std::string path = file_of(name, bytes);
    const auto file = open(path, io::RandomFile(path));
    for (std::size_t i = 0; i < file->tensors().size(); ++i) {
        const auto& tensor = file->tensors()[i];
        // Nothing can hold more elements than it has bits, but for those that take no bytes.
        expect(tensor.elements <= 8 * bytes.size() || tensor.elements == 0, "elements are in the file");
        (void)file->read_all(i);
        if (tensor.elements > 0) {
            (void)tensorfile::index_of(tensor, tensor.elements - 1);
            (void)file->element_text(i, tensor.elements - 1);
        }
    }
    return true;
}

bool npy(std::string_view bytes) {
    tensorfile::OpenOptions options;
    options.raw_dtype = tensorfile::Dtype::BF16;
    return tensors(bytes, "tensor.npy", [&options](const std::string& path, io::RandomFile file) {
        return tensorfile::open_npy(path, std::move(file), options);
    });
}

bool safetensors(std::string_view bytes) {
    return tensors(bytes, "tensors.safetensors", [](const std::string& path, io::RandomFile file) {
        return tensorfile::open_safetensors(path, std::move(file));
    });
}

bool csv(std::string_view bytes) {
    for (const bool comma : {true, false}) {
        tensorfile::OpenOptions options;
        options.decimal_comma = comma;
        const auto open = [&options](const std::string& path, io::RandomFile file) {
            return tensorfile::open_csv(path, std::move(file), options);
        };
        if (!comma) return tensors(bytes, "table.csv", open);
        try {
            tensors(bytes, "table.csv", open);
        } catch (const text::Error&) {
            continue; // with the other sign it may be one
        }
    }
    return false;
}

constexpr Reader kReaders[] = {
    {"number", number},
    {"json", json},
    {"scenario", scenario_file},
    {"record", record_file},
    {"store", stored_parts},
    {"lesson", lesson_folder},
    {"lesson-text", lesson_text},
    {"lesson-value", lesson_value},
    {"progress", progress},
    {"log", training_log},
    {"npy", npy},
    {"safetensors", safetensors},
    {"csv", csv},
    {"claims", claims},
    {"glossary", glossary},
    {"checks", chapter_checks},
    {"seed-lines", seed_lines},
    {"relation", relation},
    {"class", parked_class},
    {"recording", recording},
    {"machine", machine},
    {"devices", devices},
    {"settings", settings},
};

} // namespace

std::span<const Reader> readers() {
    return kReaders;
}

const Reader* find_reader(std::string_view name) {
    const auto* found = std::ranges::find(kReaders, name, &Reader::name);
    return found == std::end(kReaders) ? nullptr : found;
}

} // namespace ampscope::fuzz
