// Input and outputs that were closed before the program started.
#pragma once

namespace ampscope::io {

/// To be called first in main(). A number that is free among 0, 1 and 2 would be given to the next file that is opened,
/// and what is said would be written into it. Afterwards they are taken: reading and writing them fails, as before. And
/// a file beyond `ulimit -f` is from now on an error of the write, not the end of the program.
void guard_standard_streams();

} // namespace ampscope::io
