#include "core/io/standard_streams.h"

#ifndef _WIN32
#include <csignal>
#include <fcntl.h>
#endif

namespace ampscope::io {

void guard_standard_streams() {
#ifndef _WIN32
    for (int number = 0; number < 3; ++number)
        // The lowest free number is taken, so this is it. Opened the wrong way round, so that using it fails.
        if (fcntl(number, F_GETFD) == -1) (void)!open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

} // namespace ampscope::io
