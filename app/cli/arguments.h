// What is wrong with a command line, in the user's language. CLI11 parses; its own sentences are English only.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/message.h"

namespace ampscope::cli {

/// The language that `--lang` names, also where the rest cannot be parsed.
text::Language named_language(const std::vector<std::string>& arguments, text::Language fallback);

/// Help without counts in signs: "RUN RUN [RUN ...]" where CLI11 writes "RUN(2x)".
class HelpFormatter : public CLI::Formatter {
  public:
    std::string make_option_usage(const CLI::Option* option) const override;
    std::string make_option_opts(const CLI::Option* option) const override;
};

/// Says what CLI11 found, and which --help shows how it is done. For errors of parsing, not for --help and --version.
text::Message explain(const CLI::ParseError& error, const CLI::App& app, const std::vector<std::string>& arguments);

/// The first option that was given an empty text, which none takes; nullopt when there is none.
std::optional<text::Message> empty_option(const CLI::App& app);

/// A list as an option takes it: "a,b,c" or "a, b, c". Throws a BadInput error that names the option when an item is
/// empty.
std::vector<std::string> comma_separated(const std::string& option, const std::string& text);

} // namespace ampscope::cli
