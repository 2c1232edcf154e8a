// compute, chain, cast-chain, policies, corner-cases
#include <CLI/CLI.hpp>
#include <cctype>
#include <sstream>

#include "app/cli/arguments.h"
#include "app/cli/number_output.h"
#include "app/cli/table.h"
#include "core/io/json_writer.h"
#include "core/io/numbers.h"
#include "core/numeric/arithmetic.h"
#include "core/numeric/arithmetic_chain.h"
#include "core/numeric/cast_chain.h"
#include "core/numeric/corner_cases.h"
#include "core/numeric/decimal.h"
#include "core/numeric/expression.h"
#include "core/numeric/overflow_policies.h"
#include "core/text/words.h"

namespace ampscope::cli {
namespace {

using numeric::Code;
using numeric::FloatFormat;
using Layout = io::JsonWriter::Layout;

std::string value_text(const FloatFormat& format, const Code& code) {
    return numeric::Conversion::decimal_text(format, code);
}

// Where all digits would not fit into a column, six stand.
std::string short_value(const FloatFormat& format, const Code& code) {
    const std::string all = value_text(format, code);
    return all.size() <= 20 ? all : io::to_text(numeric::to_double(numeric::decode(format, code)), 6);
}

std::vector<FloatFormat> formats_of(const std::string& option, const std::string& list) {
    std::vector<FloatFormat> formats;
    for (const auto& id : comma_separated(option, list))
        formats.push_back(numeric::format_or_throw(id));
    return formats;
}

void write_flags(io::JsonWriter& writer, const std::vector<std::string>& flags) {
    writer.list_member("flags", flags, Layout::OneLine);
}

// --- compute

struct ComputeOptions {
    std::vector<std::string> words;
    std::string format;
    bool zero_operands = false;
    RoundingArguments rounding;
};

struct Request {
    numeric::Operation operation;
    std::vector<std::string> operands;
};

// "A + B" or "sqrt A" or "fma A B C", in one argument or several.
Request read_request(const std::vector<std::string>& given) {
    std::vector<std::string> words;
    std::string all;
    for (const auto& argument : given) {
        std::istringstream stream(argument);
        for (std::string word; stream >> word;)
            words.push_back(word);
        all += (all.empty() ? "" : " ") + argument;
    }
    if (words.size() == 3)
        if (const auto infix = numeric::find_operation(words[1]); infix && numeric::operand_count(*infix) == 2)
            return {*infix, {words[0], words[2]}};
    if (words.size() < 2) throw text::bad_input("cli.compute_usage", {{"found", all}});
    const auto operation = numeric::find_operation(words[0]);
    const bool is_named = words[0].size() > 1 && std::isalpha(static_cast<unsigned char>(words[0][0])) != 0;
    if (!operation) {
        // What stands where an operation should, as far as that is clear.
        const bool infix = words.size() == 3 && !numeric::find_operation(words[1]);
        const bool prefix = words.size() != 3 && is_named && words[0].find_first_of("(:") == std::string::npos;
        if (!infix && !prefix) throw text::bad_input("cli.compute_usage", {{"found", all}});
        throw text::bad_input("numeric.unknown_operation",
                              {{"found", words[infix ? 1 : 0]}, {"known", numeric::known_operations()}});
    }
    if (words.size() - 1 != numeric::operand_count(*operation))
        throw text::bad_input("numeric.operands", {{"operation", std::string(numeric::operation_id(*operation))},
                                                   {"count", std::to_string(numeric::operand_count(*operation))},
                                                   {"found", std::to_string(words.size() - 1)}});
    return {*operation, {words.begin() + 1, words.end()}};
}

std::string exact_result(Context& context, const numeric::Computed& computed) {
    if (!computed.nan_cause.empty()) return "-";
    if (!computed.irrational) return exact_text(computed.exact);
    return context.say("cli.compute_irrational", {{"value", io::to_text(numeric::to_double(computed.exact), 12)}});
}

int compute(Context& context, const ComputeOptions& options) {
    const FloatFormat format = numeric::format_or_throw(options.format);
    auto rounding = options.rounding.options();
    rounding.zero_subnormal_operands = options.zero_operands;
    const Request request = read_request(options.words);
    std::vector<Code> codes;
    for (const auto& operand : request.operands) { // the nearest number of the format, or the very code
        const auto written = numeric::parse_code(operand, format);
        codes.push_back(written ? *written : numeric::round_to(format, numeric::parse_expression(operand)).code);
    }
    const auto counts_as_zero = [&](const Code& code) {
        return options.zero_operands && numeric::classify(format, code) == numeric::NumberClass::Subnormal;
    };
    const auto computed = numeric::compute(format, request.operation, codes, rounding);
    const auto reason = numeric::reason_of(format, computed, rounding);
    const Code& code = computed.rounded.code;
    if (context.json) {
        io::JsonWriter writer;
        writer.begin_object();
        writer.member("format", format.id);
        writer.member("operation", numeric::operation_id(request.operation));
        writer.begin_array("operands");
        for (std::size_t i = 0; i < codes.size(); ++i) {
            writer.begin_object(Layout::OneLine);
            writer.member("text", request.operands[i]);
            writer.member("code", numeric::code_text(format, codes[i]));
            writer.member("value", value_text(format, codes[i]));
            writer.end();
        }
        writer.end();
        writer.member("code", numeric::code_text(format, code));
        writer.member("value", value_text(format, code));
        writer.member("class", numeric::class_id(numeric::classify(format, code)));
        if (computed.nan_cause.empty() && !computed.irrational)
            writer.member("exact", exact_text(computed.exact));
        else
            writer.null_member("exact");
        write_flags(writer, computed.flags());
        writer.member("rounding", numeric::rounding_id(rounding.mode));
        writer.member("overflow", numeric::overflow_id(rounding.overflow.value_or(numeric::default_overflow(format))));
        writer.member("reason", reason.id);
        writer.end();
        context.out << writer.text();
        return kDone;
    }
    for (std::size_t i = 0; i < codes.size(); ++i)
        context.out << "  " << numeric::code_text(format, codes[i]) << "  " << value_text(format, codes[i])
                    << (counts_as_zero(codes[i]) ? "  " + context.say("cli.compute_as_zero") : "") << '\n';
    context.out << numeric::operation_id(request.operation) << ", " << format.name << "  "
                << numeric::code_text(format, code) << "  " << value_text(format, code) << '\n';
    Table table({"  " + context.say("cli.compute_exact"), exact_result(context, computed)});
    table.add({"  " + context.say("cli.convert_flags"), joined_flags(computed.flags())});
    table.add({"  " + context.say("cli.convert_why"), context.say(reason)});
    table.print(context.out);
    return kDone;
}

// --- chain

struct ChainOptions {
    std::string name, format;
    RoundingArguments rounding;
};

std::string known_chains() {
    return text::joined(numeric::named_chains(), &numeric::NamedChain::id);
}

void write_chain(io::JsonWriter& writer, const numeric::NamedChain& chain, const FloatFormat& format,
                 const std::vector<numeric::ChainResult>& results) {
    writer.begin_object();
    writer.member("chain", chain.id);
    writer.member("format", format.id);
    writer.begin_array("steps");
    for (const auto& result : results) {
        const Code& code = result.computed.rounded.code;
        writer.begin_object();
        writer.member("step", result.step->text);
        writer.member("code", numeric::code_text(format, code));
        writer.member("value", value_text(format, code));
        write_flags(writer, result.computed.flags());
        writer.member("reason", result.reason.id);
        writer.end();
    }
    writer.end();
    writer.end();
}

int chain(Context& context, const ChainOptions& options) {
    std::vector<const numeric::NamedChain*> chains;
    if (options.name.empty())
        for (const auto& known : numeric::named_chains())
            chains.push_back(&known);
    else if (const auto* found = numeric::find_chain(options.name))
        chains.push_back(found);
    else
        throw text::bad_input("numeric.unknown_chain", {{"found", options.name}, {"known", known_chains()}});

    const auto rounding = options.rounding.options();
    io::JsonWriter writer;
    writer.begin_array();
    for (const auto* named : chains) {
        const FloatFormat format =
            numeric::format_or_throw(options.format.empty() ? std::string(named->format) : options.format);
        const auto results = numeric::run_chain(*named, format, rounding);
        if (context.json) {
            write_chain(writer, *named, format, results);
            continue;
        }
        if (named != chains.front()) context.out << '\n';
        context.out << named->id << ", " << format.name << ": " << context.say(std::string(named->title)) << '\n';
        Table table({"  " + context.say("cli.chain_step"), context.say("cli.chain_result"),
                     context.say("cli.convert_flags"), context.say("cli.convert_why")});
        for (const auto& result : results) {
            std::string why = context.say(result.reason);
            if (result.as_written && *result.step->note)
                why = context.say("cli.chain_why",
                                  {{"note", context.say(std::string(result.step->note))}, {"reason", why}});
            table.add({"  " + std::string(result.step->text), value_text(format, result.computed.rounded.code),
                       joined_flags(result.computed.flags()), why});
        }
        table.print(context.out);
        if (const Code& last = results.back().computed.rounded.code; !format.is_nan(last))
            context.out << "  "
                        << context.say("cli.chain_without_nan",
                                       {{"format", format.name}, {"value", short_value(format, last)}})
                        << '\n';
    }
    writer.end();
    if (context.json) context.out << writer.text();
    return kDone;
}

// --- cast-chain

struct CastOptions {
    std::string value, through = "fp64,fp32,fp16,e4m3";
    RoundingArguments rounding;
};

int cast(Context& context, const CastOptions& options) {
    const auto formats = formats_of("--through", options.through);
    const auto done =
        numeric::cast_chain(numeric::parse_expression(options.value), formats, options.rounding.options());
    if (context.json) {
        io::JsonWriter writer;
        numeric::write_json(writer, done, options.value);
        context.out << writer.text();
        return kDone;
    }
    for (std::size_t i = 0; i < done.lanes.size(); ++i) {
        const auto& lane = done.lanes[i];
        print_conversion(context, lane.cast);
        if (lane.differs())
            context.out << "  " << context.say("cli.cast_direct") << "  "
                        << numeric::code_text(lane.direct.format, lane.direct.rounded.code) << "  "
                        << numeric::exact_decimal(lane.direct.stored) << '\n'
                        << "  ! " << context.say(done.verdict(i)) << '\n';
    }
    if (!done.differs()) context.out << context.say("cli.cast_same") << '\n';
    return kDone;
}

// --- policies

struct PolicyOptions {
    std::vector<std::string> values;
    std::string formats = "e4m3,e5m2,fp16", rounding = "nearest-even";
};

void write_policies(Context& context, const std::vector<numeric::PolicyRow>& rows) {
    io::JsonWriter writer;
    writer.begin_array();
    for (const auto& row : rows) {
        writer.begin_object();
        writer.member("input", row.input);
        writer.member("format", row.format.id);
        writer.member("agree", row.agree);
        writer.begin_array("policies");
        for (std::size_t i = 0; i < row.results.size(); ++i) {
            writer.begin_object(Layout::OneLine);
            writer.member("overflow", numeric::overflow_id(numeric::all_overflows()[i]));
            writer.member("code", numeric::code_text(row.format, row.results[i].code));
            writer.member("value", value_text(row.format, row.results[i].code));
            writer.end();
        }
        writer.end();
        writer.end();
    }
    writer.end();
    context.out << writer.text();
}

int policies(Context& context, const PolicyOptions& options) {
    const auto formats = formats_of("--in", options.formats);
    RoundingArguments rounding;
    rounding.rounding = options.rounding;
    std::vector<std::string_view> inputs(options.values.begin(), options.values.end());
    if (inputs.empty()) inputs.assign(numeric::policy_inputs().begin(), numeric::policy_inputs().end());
    const auto rows = numeric::policy_table(formats, inputs, rounding.options().mode);
    if (context.json) {
        write_policies(context, rows);
        return kDone;
    }
    // One table for each format: a row for each policy, a column for each input; "*" marks where they disagree.
    for (const auto& format : formats) {
        context.out << format.name << '\n';
        std::vector<std::string> header = {"  " + context.say("cli.convert_rule")};
        std::vector<const numeric::PolicyRow*> columns;
        for (const auto& row : rows)
            if (row.format == format) {
                columns.push_back(&row);
                header.push_back(row.input + (row.agree ? "" : " *"));
            }
        Table table(header);
        for (std::size_t i = 0; i < numeric::all_overflows().size(); ++i) {
            std::vector<std::string> cells = {"  " + std::string(numeric::overflow_id(numeric::all_overflows()[i]))};
            for (const auto* column : columns) {
                const Code& code = column->results[i].code;
                const bool nan = format.is_nan(code);
                cells.push_back(nan ? "nan " + numeric::code_text(format, code) : short_value(format, code));
            }
            table.add(std::move(cells));
        }
        table.print(context.out);
        context.out << '\n';
    }
    if (std::ranges::any_of(rows, [](const numeric::PolicyRow& row) { return !row.agree; }))
        context.out << context.say("cli.policies_star") << "\n\n";
    Table meanings({context.say("cli.convert_rule"), "", context.say("cli.corner_source")});
    for (const auto policy : numeric::all_overflows())
        meanings.add({std::string(numeric::overflow_id(policy)),
                      context.say(numeric::policy_name(policy)) + ": " + context.say(numeric::policy_meaning(policy)),
                      std::string(numeric::policy_source(policy))});
    meanings.print(context.out);
    return kDone;
}

// --- corner-cases

// The share of a step below which a draw goes away from zero.
std::string draw_of(const numeric::CornerCase& item) {
    return figure_text(numeric::Rational(numeric::Integer(item.options.random)) * numeric::power_of_two(-64));
}

std::string_view asked(numeric::CornerCase::Ask ask) {
    using enum numeric::CornerCase::Ask;
    return ask == Convert ? "convert" : ask == Below ? "below" : "above";
}

std::string written(const numeric::CornerCase& item) {
    std::string text(item.value);
    if (!item.through.empty()) text += " -> " + std::string(item.through);
    text += " -> " + std::string(item.format);
    if (item.options.mode != numeric::Rounding::NearestEven)
        text += ", " + std::string(numeric::rounding_id(item.options.mode));
    if (item.options.mode == numeric::Rounding::Stochastic) text += ", draw " + draw_of(item);
    if (item.options.overflow) text += ", " + std::string(numeric::overflow_id(*item.options.overflow));
    if (item.ask != numeric::CornerCase::Ask::Convert) text += ", " + std::string(asked(item.ask));
    return text;
}

// Exit status 1 when any answer is not the right one: the list is a test, too.
int corner_cases(Context& context, const std::string& name) {
    if (!name.empty() && !numeric::find_corner_case(name))
        throw text::bad_input("numeric.unknown_corner", {{"found", name}});
    bool all_right = true;
    io::JsonWriter writer;
    writer.begin_array();
    for (const auto& item : numeric::corner_cases()) {
        if (!name.empty() && item.id != name) continue;
        const auto& format = numeric::format(item.format);
        const Code answer = numeric::answer(item);
        all_right = all_right && answer == Code(item.code);
        writer.begin_object();
        writer.member("id", item.id);
        writer.member("value", item.value);
        writer.member("through", item.through);
        writer.member("format", item.format);
        writer.member("rounding", numeric::rounding_id(item.options.mode));
        writer.member("overflow",
                      numeric::overflow_id(item.options.overflow.value_or(numeric::default_overflow(format))));
        if (item.options.mode == numeric::Rounding::Stochastic)
            writer.member("draw",
                          "0x" + numeric::Integer(item.options.random).str(0, std::ios_base::hex)); // of 64 bits
        else
            writer.null_member("draw");
        writer.member("ask", asked(item.ask));
        writer.member("right", numeric::code_text(format, Code(item.code)));
        writer.member("answer", numeric::code_text(format, answer));
        writer.member("answer_value", value_text(format, answer));
        writer.member("why", item.why);
        writer.member("source", item.source);
        writer.end();
        if (context.json) continue;
        context.out << item.id << ":  " << written(item) << "  =  " << short_value(format, Code(item.code)) << "  ("
                    << numeric::code_text(format, Code(item.code)) << ")\n    " << context.say(std::string(item.why))
                    << "\n    [" << item.source << "]\n";
        if (answer != Code(item.code)) context.out << "    ! " << numeric::code_text(format, answer) << '\n';
    }
    writer.end();
    if (context.json) context.out << writer.text();
    return all_right ? kDone : kAnswerIsNo;
}

template <typename Options>
auto runs(Action& chosen, int (*work)(Context&, const Options&), std::shared_ptr<Options> options) {
    return [&chosen, work, options] { chosen = [work, options](Context& context) { return work(context, *options); }; };
}

} // namespace

void add_calculation_commands(CLI::App& app, Action& chosen) {
    auto* command = app.add_subcommand("compute", "One operation in a format, with IEEE flags: compute '0.1 + 0.2'");
    auto compute_options = std::make_shared<ComputeOptions>();
    command->add_option("CALCULATION", compute_options->words, "'A + B' (+ - x /), 'sqrt A' or 'fma A B C'")
        ->required();
    command->add_option("--in", compute_options->format, "Format of operands and result")->required();
    command->add_flag("--zero-subnormal-operands", compute_options->zero_operands,
                      "Subnormal operands count as 0 (x86's DAZ)");
    compute_options->rounding.add_to(*command);
    command->callback(runs(chosen, compute, compute_options));

    command = app.add_subcommand("chain", "Short calculations from overflow to NaN, step by step");
    auto chain_options = std::make_shared<ChainOptions>();
    command->add_option("NAME", chain_options->name, known_chains());
    command->add_option("--in", chain_options->format, "Format; otherwise the one it is written for");
    chain_options->rounding.add_to(*command);
    command->callback(runs(chosen, chain, chain_options));

    command = app.add_subcommand("cast-chain", "One value through several formats, beside a single cast of it");
    auto cast_options = std::make_shared<CastOptions>();
    command->add_option("VALUE", cast_options->value, "As convert reads it")->required();
    command->add_option("--through", cast_options->through, "Formats in their order")->capture_default_str();
    cast_options->rounding.add_to(*command);
    command->callback(runs(chosen, cast, cast_options));

    command = app.add_subcommand("policies", "What becomes of large values, infinities and NaN in each stack");
    auto policy_options = std::make_shared<PolicyOptions>();
    command->add_option("VALUE", policy_options->values, "Values; otherwise 464, 465, 1e6, 61440, 65520, inf, nan");
    command->add_option("--in", policy_options->formats, "Formats")->capture_default_str();
    command->add_option("--rounding", policy_options->rounding, numeric::known_roundings())->capture_default_str();
    command->callback(runs(chosen, policies, policy_options));

    command = app.add_subcommand("corner-cases", "Cases that implementations got wrong, with the right answers");
    auto name = std::make_shared<std::string>();
    command->add_option("ID", *name, "Only this one");
    command->callback([&chosen, name] { chosen = [name](Context& context) { return corner_cases(context, *name); }; });
}

} // namespace ampscope::cli
