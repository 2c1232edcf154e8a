// What a step may set on the stage: the numbers and formats that its instruments look at. A closed list, here.
//
//     number           a value or expression: 65520, 1+2^-11        bits, number-line, rounding, cast-chain …
//     format           a format's id: fp16                          rounding, arithmetic, nan-chain
//     formats, chain   ids with commas between: fp16, bf16          rows of bits and number-line; cast-chain
//     nan-chain        a chain's id: softmax                        nan-chain
//     device, beside   a device of the catalogue or this: t4         hardware, roofline, speed-parts, advisor
//     model            10m, 125m, 350M; precision: fp32, fp16, bf16 or advised; batch, sequence: whole numbers;
//     budget           memory: 16 GB, or a device                    hardware, roofline, speed-parts, advisor
//     memory-bars      parts (chapter, formula, run) or schemes      memory-bars, which also takes model and budget
//     update.weight, update.step    numbers; update.format: an id; update.times: a whole number      update
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ampscope::lesson {

/// Their names, as in the list above.
const std::vector<std::string>& known_settings();

/// Throws a BadInput error for a name that is not known, or a text that it does not take.
void require_setting(std::string_view name, std::string_view text);

} // namespace ampscope::lesson
