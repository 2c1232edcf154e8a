#include "core/text/failure.h"

#include <exception>
#include <new>

namespace ampscope::text {

Error current_failure() {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return could_not("train.out_of_memory");
    } catch (const std::exception& error) {
        return could_not("failure.other", {{"reason", std::string(error.what())}});
    } catch (...) {
        return could_not("failure.other", {{"reason", "?"}});
    }
}

} // namespace ampscope::text
