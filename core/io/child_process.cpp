#include "core/io/child_process.h"

#include <cstdlib>
#include <filesystem>

#include "core/io/open_file.h"
#include "core/text/message.h"

#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>

extern char** environ; // NOLINT: POSIX names it so
#endif

namespace ampscope::io {

#ifdef _WIN32

std::optional<int> run_child(const ChildCall& call, const std::stop_token&) {
    throw text::could_not("io.cannot_start", {{"program", call.words.at(0)}, reason(ENOSYS)});
}

std::string find_program(const std::string&) {
    return "";
}

#else

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTickMilliseconds = 200;
constexpr auto kPatience = std::chrono::seconds(2); ///< between asking to end and ending
constexpr std::size_t kLongestLine = 8192;

// Both lists as the system wants them.
struct Pointers {
    explicit Pointers(std::vector<std::string>& texts) {
        for (auto& text : texts)
            all.push_back(text.data());
        all.push_back(nullptr);
    }
    std::vector<char*> all;
};

std::vector<std::string> environment_with(const ChildCall& call) {
    std::vector<std::string> all;
    for (char** each = environ; *each; ++each) {
        const std::string_view pair = *each;
        const auto is_set = [&](const auto& variable) { return pair.starts_with(variable.first + "="); };
        if (std::ranges::none_of(call.variables, is_set)) all.emplace_back(pair);
    }
    for (const auto& [name, value] : call.variables)
        all.push_back(name + "=" + value);
    return all;
}

// Whoever started this program may have had it ignore its children: how they end would then never be known.
void mind_children() {
    struct sigaction habit = {};
    if (sigaction(SIGCHLD, nullptr, &habit) == 0 && !(habit.sa_flags & SA_SIGINFO) && habit.sa_handler == SIG_IGN)
        std::signal(SIGCHLD, SIG_DFL);
}

class Child {
  public:
    explicit Child(const ChildCall& call) {
        mind_children();
        std::vector<std::string> words = call.words, variables = environment_with(call);
        const Pointers argv(words), environment(variables);
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw cannot_start(call, errno);
        m_output = ends[0];
        fcntl(m_output, F_SETFL, O_NONBLOCK);
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
        // A group of its own: what it starts ends with it, and Ctrl+C reaches this program alone. What this program
        // ignores (a file that grows too large) is not the child's habit.
        sigset_t defaults;
        sigemptyset(&defaults);
        for (const int number : {SIGXFSZ, SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD})
            sigaddset(&defaults, number);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        const int error = posix_spawnp(&m_pid, call.words.at(0).c_str(), &actions, &attributes, argv.all.data(),
                                       environment.all.data());
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        close(ends[1]);
        if (error != 0) {
            close(m_output);
            throw cannot_start(call, error);
        }
    }
    ~Child() {
        end(SIGKILL);
        if (!m_status) waitpid(m_pid, nullptr, 0);
        close(m_output);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int output() const { return m_output; }
    void end(int signal) const {
        if (!m_status) kill(-m_pid, signal);
    }
    bool has_ended() {
        int status = 0;
        if (!m_status && waitpid(m_pid, &status, WNOHANG) == m_pid)
            m_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        return m_status.has_value();
    }
    int status() const { return *m_status; }
    /// It has ended; what it started may go on until then, and no longer.
    void end_rest(Clock::time_point until) const {
        const auto goes_on = [this] { return kill(-m_pid, 0) == 0; };
        const auto wait = [&](Clock::time_point end) {
            while (goes_on() && Clock::now() < end)
                usleep(10'000);
        };
        wait(until);
        if (!goes_on()) return;
        kill(-m_pid, SIGKILL);
        wait(Clock::now() + kPatience); // one that has ended may wait for a new parent to look
    }

  private:
    static text::Error cannot_start(const ChildCall& call, int error) {
        return text::could_not("io.cannot_start", {{"program", call.words.at(0)}, reason(error)});
    }

    pid_t m_pid = 0;
    int m_output = -1;
    std::optional<int> m_status;
};

// Cuts what comes into lines; a carriage return ends one, too.
class Lines {
  public:
    explicit Lines(const std::function<void(std::string_view)>& take) : m_take(take) {}
    void add(std::string_view bytes) {
        for (const char c : bytes) {
            if (c == '\n' || c == '\r' || m_line.size() >= kLongestLine) flush();
            if (c != '\n' && c != '\r') m_line += c;
        }
    }
    void flush() {
        if (!m_line.empty() && m_take) m_take(m_line);
        m_line.clear();
    }

  private:
    const std::function<void(std::string_view)>& m_take;
    std::string m_line;
};

void read_all(int descriptor, Lines& lines) {
    char buffer[4096];
    for (ssize_t count = 0; (count = read(descriptor, buffer, sizeof buffer)) > 0;)
        lines.add({buffer, static_cast<std::size_t>(count)});
}

} // namespace

std::optional<int> run_child(const ChildCall& call, const std::stop_token& stop) {
    if (stop.stop_requested()) return std::nullopt;
    Child child(call);
    Lines lines(call.on_line);
    std::optional<Clock::time_point> asked;
    auto last_tick = Clock::now();
    // Not until the output closes: a grandchild may hold it open for ever.
    while (!child.has_ended()) {
        pollfd wait{child.output(), POLLIN, 0};
        // After the end of the output `poll` would answer at once, without end.
        if (poll(&wait, 1, kTickMilliseconds) > 0 && (wait.revents & POLLIN) == 0) usleep(kTickMilliseconds * 100);
        read_all(child.output(), lines);
        if (call.on_tick && Clock::now() - last_tick >= std::chrono::milliseconds(kTickMilliseconds)) {
            call.on_tick();
            last_tick = Clock::now();
        }
        if (stop.stop_requested()) {
            if (!asked) {
                asked = Clock::now();
                child.end(SIGTERM);
            } else if (Clock::now() - *asked > kPatience) {
                child.end(SIGKILL);
            }
        }
    }
    if (asked) child.end_rest(*asked + kPatience);
    read_all(child.output(), lines);
    lines.flush();
    return asked ? std::nullopt : std::optional(child.status());
}

std::string find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "";
    while (!rest.empty()) {
        const auto folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        const std::string candidate = std::string(folder).append("/").append(name);
        std::error_code ignored;
        if (!folder.empty() && std::filesystem::is_regular_file(candidate, ignored) &&
            access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return "";
}

#endif

} // namespace ampscope::io
