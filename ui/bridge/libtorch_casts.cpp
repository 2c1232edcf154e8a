#include "ui/bridge/libtorch_casts.h"

#include <bit>
#include <mutex>

namespace ampscope::ui {

bool LibTorchCasts::Question::isSame(const Question& other) const {
    return std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(other.value) && formats == other.formats;
}

struct LibTorchCasts::Door {
    std::mutex mutex;
    LibTorchCasts* owner = nullptr;

    // From the compute thread. Qt drops what is still queued for an object that has gone.
    void hand(const Question& question, const Answer& answer) {
        const std::scoped_lock lock(mutex);
        if (auto* to = owner)
            QMetaObject::invokeMethod(
                to, [to, question, answer] { to->take(question, answer); }, Qt::QueuedConnection);
    }
};

LibTorchCasts::LibTorchCasts(train::ComputeThread& thread, QObject* parent)
    : QObject(parent), m_thread(thread), m_door(std::make_shared<Door>()) {
    m_door->owner = this;
}

LibTorchCasts::~LibTorchCasts() {
    const std::scoped_lock lock(m_door->mutex);
    m_door->owner = nullptr;
}

void LibTorchCasts::ask(double value, const QStringList& formats) {
    const Question question{value, formats};
    if (m_missing || question.isSame(m_wanted)) return;
    m_wanted = question;
    m_codes.clear();
    if (!m_isAsking) post();
}

void LibTorchCasts::post() {
    m_isAsking = true;
    const Question question = m_wanted;
    const auto door = m_door;
    m_thread.post({[question, door](train::Engine& engine) {
                       Answer answer;
                       answer.version = QString::fromStdString(engine.info().libtorch);
                       try {
                           for (const QString& format : question.formats)
                               if (const auto code = engine.cast_code(question.value, format.toStdString()))
                                   answer.codes.insert(format, *code);
                       } catch (const text::Error& error) {
                           answer.missing = error;
                       }
                       door->hand(question, answer);
                   },
                   [question, door](const text::Error& error) {
                       Answer answer;
                       answer.missing = error;
                       door->hand(question, answer);
                   }});
}

void LibTorchCasts::take(const Question& question, const Answer& answer) {
    m_isAsking = false;
    m_missing = answer.missing;
    m_version = answer.version;
    if (question.isSame(m_wanted) || m_missing)
        m_codes = answer.codes;
    else
        post();
    Q_EMIT changed();
}

std::optional<std::uint32_t> LibTorchCasts::code(const QString& format) const {
    const auto found = m_codes.constFind(format);
    return found == m_codes.cend() ? std::nullopt : std::optional(*found);
}

} // namespace ampscope::ui
