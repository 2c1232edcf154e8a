// How fast this machine multiplies matrices and copies memory, timed.
#pragma once

#include <cstdint>
#include <string_view>

namespace ampscope::train {

/// See Engine::product_rate(). On the compute thread; the number of threads is as before afterwards.
double product_rate(std::string_view format, std::int64_t size, std::int64_t threads);
/// See Engine::copy_rate(). On the compute thread; the number of threads is as before afterwards.
double copy_rate(std::int64_t bytes, std::int64_t threads);

} // namespace ampscope::train
