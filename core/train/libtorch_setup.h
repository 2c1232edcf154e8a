// LibTorch for somebody who has only this program: fetched by pip into the user's data folder, or taken from a folder
// of wheels. One code for the window and the command line.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "core/text/message.h"

namespace ampscope::train {

/// `libtorch` in the data folder; "" when there is no data folder.
std::string libtorch_set_up_folder();
/// Whether a set-up of that folder came to its end.
bool is_set_up(const std::string& folder);

struct SetUpRequest {
    std::string folder;        ///< made where it is missing
    std::string wheels_folder; ///< a folder of wheels to take instead of the network; "" for the network
};

/// How far it is.
struct SetUpProgress {
    enum class Phase { Preparing, Downloading, Unpacking } phase = Phase::Preparing;
    double megabytes = 0;     ///< that are there, of this phase
    double all_megabytes = 0; ///< 0: not known
    /// Of the whole set-up, 0 to 1; never goes back.
    double share = 0;
};

/// Makes a private Python environment in `folder` and installs LibTorch and the two libraries that it stands on, in the
/// versions that this program was built with. What was completely downloaded by an earlier attempt is used again. Only
/// at the end the folder counts as set up: whatever happens before, nothing half-finished is ever opened.
/// `progress` is called some times a second on the calling thread. Everything that pip says is in `folder`.log beside
/// it. A stop request ends it within seconds; it then throws "setup.stopped". Throws text::Error in words: no Python,
/// no venv, no network, a proxy, a full disk, a folder that lacks a wheel.
void set_up_libtorch(const SetUpRequest& request, const std::function<void(const SetUpProgress&)>& progress,
                     const std::stop_token& stop);

/// Megabytes that can still be written there, or in the nearest folder above that exists.
double free_megabytes(const std::string& folder);

} // namespace ampscope::train
