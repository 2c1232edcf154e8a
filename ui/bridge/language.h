// The language of the window, and widgets that follow it while they live.
#pragma once

#include <QObject>
#include <functional>

#include "core/text/message.h"

class QTranslator;

namespace ampscope::ui {

/// The language of the whole window. One object per process.
class LanguageSwitch : public QObject {
    Q_OBJECT
  public:
    static LanguageSwitch& instance();
    text::Language language() const { return m_language; }
    /// Loads the window's translation and tells everybody.
    void setLanguage(text::Language language);

  Q_SIGNALS:
    void changed();

  private:
    friend class LanguageLook;
    LanguageSwitch();
    void load(text::Language language);
    text::Language m_language = text::Language::English;
    QTranslator* m_translator;
};

/// While one lives, tr() and say() speak that language. Nobody is told, so what follows the window's language does not
/// change: for exports. GUI thread.
class LanguageLook {
  public:
    explicit LanguageLook(text::Language language);
    ~LanguageLook();
    LanguageLook(const LanguageLook&) = delete;
    LanguageLook& operator=(const LanguageLook&) = delete;

  private:
    text::Language m_before;
};

/// Runs `apply` now and after every change of language, for as long as `owner` lives. Put every setText(tr(…)) in here.
void translated(QObject* owner, std::function<void()> apply);

/// A message of the core in the window's language.
QString say(const text::Message& message);
QString say(std::string id, std::vector<text::Argument> arguments = {});
QString say(const text::Error& error);

} // namespace ampscope::ui
