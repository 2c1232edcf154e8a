#include <iostream>

#include "app/cli/cli.h"
#include "core/io/standard_streams.h"

int main(int argc, char** argv) {
    ampscope::io::guard_standard_streams();
    return ampscope::cli::run({argv + 1, argv + argc}, std::cout, std::cerr);
}
