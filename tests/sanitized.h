// Whether this build looks after every address: it reserves terabytes, so a limit of the address space means nothing.
#pragma once

namespace ampscope::testing {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kWatchesAddresses = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kWatchesAddresses = true;
#else
constexpr bool kWatchesAddresses = false;
#endif
#else
constexpr bool kWatchesAddresses = false;
#endif

} // namespace ampscope::testing
