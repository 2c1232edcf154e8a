#include "core/train/libtorch_setup.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <filesystem>
#include <initializer_list>

#include "core/io/child_process.h"
#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "core/record/store/data_folder.h"
#include "core/train/libtorch.h"
#include "core/version.h"

namespace ampscope::train {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStamp = "ampscope-stamp";
constexpr double kSpareMegabytes = 150; ///< pip itself, and what pip needs for a moment
constexpr std::size_t kKeptLines = 60;  ///< of what pip said last, to find the reason in
// Of the whole, where each phase begins.
constexpr double kDownloadFrom = 0.04, kUnpackFrom = 0.55;

std::vector<std::string> wanted_wheels() {
    return {std::string("torch==").append(kSetUpTorch), std::string("nvidia-cuda-runtime==").append(kSetUpCudaRuntime),
            std::string("nvidia-cuda-cupti==").append(kSetUpCudaRuntime)};
}

std::string stamp_text() {
    std::string text;
    for (const auto& wheel : wanted_wheels())
        text += wheel + "\n";
    return text;
}

std::string whole(double megabytes) {
    return text::grouped(std::llround(megabytes));
}

double megabytes_in(const fs::path& folder) {
    double bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone; // pip moves and removes while this looks
        if (it->is_regular_file(gone) && !it->is_symlink(gone))
            if (const auto size = it->file_size(gone); !gone) bytes += static_cast<double>(size);
    }
    return bytes / 1e6;
}

// What an earlier attempt left, but for its complete downloads. Only names that are ours.
void clear(const fs::path& folder, bool wheels_too) {
    for (const char* name : {kStamp, "bin", "include", "lib", "lib64", "share", "pyvenv.cfg", "tmp", "wheels"}) {
        if (!wheels_too && std::string_view(name) == "wheels") continue;
        std::error_code ignored;
        fs::remove_all(folder / name, ignored);
    }
}

// One attempt.
class SetUp {
  public:
    SetUp(const SetUpRequest& request, const std::function<void(const SetUpProgress&)>& progress,
          const std::stop_token& stop)
        : m_folder(request.folder),
          m_from(request.wheels_folder.empty() ? m_folder / "wheels" : fs::path(request.wheels_folder)),
          m_downloads(request.wheels_folder.empty()),
          m_progress(progress),
          m_stop(stop),
          m_log(request.folder + ".log") {}

    void run() {
        report(SetUpProgress::Phase::Preparing, 0, 0, 0);
        require_space();
        clear(m_folder, false);
        io::make_folder((m_folder / "tmp").string()); // on the same disk as the rest: /tmp may be small
        make_environment();
        if (m_downloads) download();
        unpack();
        const auto torch = libtorch_in(m_folder.string());
        if (!torch || !torch->version.starts_with(kSetUpTorch))
            throw text::could_not("setup.nothing_there", {{"log", m_log.path()}});
        io::write_file((m_folder / kStamp).string(), stamp_text());
        std::error_code ignored;
        for (const char* name : {"tmp", "wheels"})
            fs::remove_all(m_folder / name, ignored);
    }

  private:
    using Phase = SetUpProgress::Phase;

    double needed_megabytes() const {
        const double downloads = m_downloads ? kSetUpDownloadMegabytes - megabytes_in(m_from) : 0;
        return kSetUpDiskMegabytes + std::max(0.0, downloads) + kSpareMegabytes;
    }

    void require_space() const {
        const double free = free_megabytes(m_folder.string());
        if (free < needed_megabytes())
            throw text::could_not("setup.too_little_space",
                                  {{"needed", whole(needed_megabytes())}, {"free", whole(free)}}, {m_folder.string()});
    }

    void report(Phase phase, double megabytes, double all, double share) {
        m_share = std::max(m_share, std::min(share, 1.0));
        if (m_progress) m_progress({phase, std::min(megabytes, all), all, m_share});
    }

    // Counts a folder's bytes at most once a second: it may hold twelve thousand files.
    void count(Phase phase, std::initializer_list<fs::path> folders, double all, double from, double to) {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_counted < std::chrono::seconds(1)) return;
        m_counted = now;
        double there = 0;
        for (const auto& folder : folders)
            there += megabytes_in(folder);
        report(phase, there, all, from + (to - from) * std::min(1.0, there / all));
    }

    // Runs it; false when it failed. What it says is in m_said then.
    bool runs(std::vector<std::string> words, const std::function<void()>& tick = nullptr) {
        m_said.clear();
        m_log.write_line("$ " + words.front());
        const auto status = io::run_child({std::move(words),
                                           {{"TMPDIR", (m_folder / "tmp").string()},
                                            {"LC_ALL", "C.UTF-8"}, // what pip says is looked through for the reason
                                            {"PIP_USER", "0"},
                                            {"PIP_NO_INPUT", "1"},
                                            {"PIP_DISABLE_PIP_VERSION_CHECK", "1"}},
                                           [this](std::string_view line) {
                                               m_log.write_line(line);
                                               m_said.emplace_back(line);
                                               if (m_said.size() > kKeptLines) m_said.pop_front();
                                           },
                                           tick},
                                          m_stop);
        if (!status) throw text::could_not("setup.stopped");
        return *status == 0;
    }

    bool said(std::initializer_list<std::string_view> words) const {
        return std::ranges::any_of(m_said, [&](const std::string& line) {
            return std::ranges::any_of(words, [&](auto word) { return line.find(word) != std::string::npos; });
        });
    }

    void make_environment() {
        const std::string python = io::find_program("python3");
        if (python.empty()) throw text::could_not("setup.no_python");
        if (runs({python, "-I", "-m", "venv", m_folder.string()})) return;
        if (said({"ensurepip is not", "No module named venv", "No module named ensurepip"}))
            throw text::could_not("setup.no_venv");
        throw reason();
    }

    std::vector<std::string> pip(std::initializer_list<std::string> words) const {
        std::vector<std::string> all = {(m_folder / "bin" / "python").string(), "-I", "-m", "pip"};
        all.insert(all.end(), words);
        for (const char* word : {"--no-deps", "--no-cache-dir", "--progress-bar", "off", "--only-binary", ":all:"})
            all.emplace_back(word);
        const auto wheels = wanted_wheels();
        all.insert(all.end(), wheels.begin(), wheels.end());
        return all;
    }

    void download() {
        const auto tick = [this] {
            count(Phase::Downloading, {m_from, m_folder / "tmp"}, kSetUpDownloadMegabytes, kDownloadFrom, kUnpackFrom);
        };
        report(Phase::Downloading, 0, kSetUpDownloadMegabytes, kDownloadFrom);
        if (!runs(pip({"download", "--dest", m_from.string()}), tick)) throw reason();
    }

    void unpack() {
        const double from = m_downloads ? kUnpackFrom : kDownloadFrom;
        report(Phase::Unpacking, 0, kSetUpDiskMegabytes, from);
        const auto tick = [this, from] { count(Phase::Unpacking, {m_folder / "lib"}, kSetUpDiskMegabytes, from, 1); };
        if (!runs(pip({"install", "--no-index", "--no-compile", "--find-links", m_from.string()}), tick))
            throw reason();
        report(Phase::Unpacking, kSetUpDiskMegabytes, kSetUpDiskMegabytes, 1);
    }

    // Why the last one failed, in words.
    text::Error reason() const {
        if (said({"No space left on device", "Errno 28", "Disk quota exceeded"}))
            return text::could_not("setup.disk_full", {{"needed", whole(needed_megabytes())}}, {m_folder.string()});
        if (said({"ProxyError", "407 Proxy", "Cannot connect to proxy", "Tunnel connection failed"}))
            return text::could_not("setup.proxy");
        if (said({"CERTIFICATE_VERIFY_FAILED", "SSLError", "SSLCertVerificationError"}))
            return text::could_not("setup.certificate");
        if (said({"Failed to establish a new connection", "Temporary failure in name resolution", "ConnectTimeoutError",
                  "NewConnectionError", "Network is unreachable", "Read timed out", "ReadTimeoutError",
                  "ConnectionResetError", "IncompleteRead"}))
            return text::could_not("setup.no_network");
        if (said({"No matching distribution", "Could not find a version"})) {
            if (m_downloads) return text::could_not("setup.no_package", {{"version", std::string(kSetUpTorch)}});
            std::string wheels;
            for (const auto& wheel : wanted_wheels())
                wheels.append(wheels.empty() ? "" : ", ").append(wheel);
            return text::could_not("setup.no_wheel", {{"wheels", wheels}}, {m_from.string()});
        }
        // pip's own sentence: the last that it calls an error, or the last at all.
        std::string sentence = m_said.empty() ? "?" : m_said.back();
        for (const auto& line : m_said)
            if (line.starts_with("ERROR: ") || line.starts_with("Error: ")) sentence = line.substr(7);
        return text::could_not("setup.failed", {{"reason", sentence}, {"log", m_log.path()}});
    }

    fs::path m_folder, m_from;
    bool m_downloads;
    const std::function<void(const SetUpProgress&)>& m_progress;
    const std::stop_token& m_stop;
    io::AppendFile m_log;
    std::deque<std::string> m_said;
    std::chrono::steady_clock::time_point m_counted;
    double m_share = 0;
};

} // namespace

std::string libtorch_set_up_folder() {
    const std::string data = record::data_folder();
    return data.empty() ? "" : data + "/libtorch";
}

bool is_set_up(const std::string& folder) {
    std::error_code ignored;
    return !folder.empty() && fs::is_regular_file(fs::path(folder) / kStamp, ignored);
}

double free_megabytes(const std::string& folder) {
    fs::path place = fs::path(folder).lexically_normal();
    std::error_code error;
    while (!fs::exists(place, error) && place.has_relative_path())
        place = place.parent_path();
    const auto space = fs::space(place, error);
    return error ? 0 : static_cast<double>(space.available) / 1e6;
}

void set_up_libtorch(const SetUpRequest& request, const std::function<void(const SetUpProgress&)>& progress,
                     const std::stop_token& stop) {
    if (std::string_view(kLibTorchVersion).empty()) throw text::could_not("train.no_engine");
    if (std::string_view(kLibTorchVersion) != kSetUpTorch)
        throw text::could_not("setup.other_build",
                              {{"built", std::string(kLibTorchVersion)}, {"brings", std::string(kSetUpTorch)}});
    if (request.folder.empty()) throw text::could_not("setup.no_data_folder");
    if (std::error_code ignored; !request.wheels_folder.empty() && !fs::is_directory(request.wheels_folder, ignored))
        throw text::bad_input("setup.no_such_folder", {}, {request.wheels_folder});
    io::make_folder(request.folder);
    const io::FolderLock lock(request.folder);
    try {
        if (is_set_up(request.folder) &&
            io::read_file((fs::path(request.folder) / kStamp).string(), 4096) == stamp_text())
            return;
    } catch (const text::Error&) {
        // A stamp that cannot be read is none.
    }
    SetUp(request, progress, stop).run();
}

} // namespace ampscope::train
