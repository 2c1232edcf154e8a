#include <csignal>
#include <iostream>

#include "app/cli/cli.h"

int main(int argc, char** argv) {
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN); // a file beyond `ulimit -f` is then an error of the write, which is reported
#endif
    return ampscope::cli::run({argv + 1, argv + argc}, std::cout, std::cerr);
}
