// A model as the formulas see it: sizes of its matrices. From a scenario, from a size's name, or from a plain number of
// parameters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/model_shape.h"
#include "core/scenario/scenario.h"

namespace ampscope::memory {

struct Model {
    std::string name;                              ///< "125m", "7B"
    std::int64_t parameters = 0;                   ///< exact where the shape is known, else as entered
    std::int64_t layers = 0, width = 0, heads = 0; ///< 0 layers: chapter A's Linear(1024, 1024)
    std::int64_t inner = 0;                        ///< width of the feed-forward layer
    std::int64_t feed_forward_matrices = 2;        ///< GELU 2, SwiGLU 3
    std::int64_t vocabulary = 0;                   ///< rows of the embedding, which is the head, too
    bool shape_is_estimated = false;               ///< only the number of parameters was given

    bool is_linear() const { return layers == 0; }
    /// Numbers in the weights of one block's matrix products.
    std::int64_t block_matrix_parameters() const { return 4 * width * width + feed_forward_matrices * width * inner; }
};

/// The model of a scenario, with that many rows in the embedding (0: as many as its size has without a text).
Model model_of(const scenario::Scenario& scenario, std::int64_t vocabulary = 0);

/// A GPT with about `parameters` numbers. Depth as in the nearest model of GPT-3's table (Brown et al. 2020, arXiv
/// 2005.14165, table 2.1), GPT-2's vocabulary of 50,257 where at most half of the model would be embedding, else 256
/// (bytes); the width solves 12 L h^2 + V h = parameters, rounded to a multiple of 64, heads of 64. Throws a BadInput
/// error outside 1 thousand to 10 trillion.
Model model_with(std::int64_t parameters);

/// Reads "nano", "micro", "10m", "30m", "125m" (the program's own sizes, in any case) or a plain number of parameters:
/// "350M", "1.5B", "1B", "124337664". Throws a BadInput error that names what there is, and the nearest.
Model parse_model(std::string_view text);

/// The number in "1.5B", "125M", "800k", "124,337,664"; nullopt for anything else, and outside 1 to 10^13.
std::optional<std::int64_t> parse_count(std::string_view text);

/// Names that parse_model() knows.
std::vector<std::string> model_names();

} // namespace ampscope::memory
