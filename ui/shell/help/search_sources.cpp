#include "ui/shell/help/search_sources.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <map>

#include "ui/bridge/language.h"
#include "ui/labs/field_editor.h"
#include "ui/labs/lab_form.h"
#include "ui/shell/commands.h"
#include "ui/shell/help/window_help.h"
#include "ui/shell/lab_list.h"
#include "ui/shell/lessons/glossary_page.h"
#include "ui/shell/lessons/learner.h"
#include "ui/shell/lessons/lesson_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/side_bar.h"

namespace ampscope::ui {
namespace {

using Kind = SearchEntry::Kind;
using Title = std::function<QString()>;

/// Words of the search's sections.
struct SearchSources {
    Q_DECLARE_TR_FUNCTIONS(ampscope::ui::SearchSources)
};

/// What a lab offers, found by making one and looking at its form.
struct LabContents {
    QString id;
    Title title;
    std::vector<LabPreset> presets;
    QStringList fields;             ///< paths of the field table
    std::array<QStringList, 2> own; ///< names of its other controls, in Korean and in English
};

constexpr std::array kLanguages = {text::Language::Korean, text::Language::English};

QStringList ownControls(const Page& page) {
    QStringList names;
    for (const auto* label : page.findChildren<QLabel*>())
        if (label->buddy() && !label->text().isEmpty()) names << label->text();
    return names;
}

std::vector<LabContents>& knownLabs() {
    static std::vector<LabContents> all;
    return all;
}

// Opens the page and gives the keyboard to the control that `is` accepts.
template <typename Widget>
void jumpTo(MainWindow& window, const QString& page, const std::function<QWidget*(Widget*)>& is) {
    if (!window.open(page)) return;
    for (auto* widget : window.page()->template findChildren<Widget*>()) {
        QWidget* control = is(widget);
        if (!control) continue;
        for (QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
            if (auto* scroll = qobject_cast<QScrollArea*>(up)) scroll->ensureWidgetVisible(control);
        control->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

void jumpToField(MainWindow& window, const QString& page, const QString& path) {
    jumpTo<FieldEditor>(window, page, [path](FieldEditor* editor) -> QWidget* {
        if (editor->path() != path) return nullptr;
        for (auto* child : editor->findChildren<QWidget*>())
            if (child->focusPolicy() & Qt::TabFocus) return child;
        return editor;
    });
}

// The names of a title in both languages. The window's own words come out of its translation.
class Names {
  public:
    explicit Names(std::vector<Title> titles) {
        for (const auto language : kLanguages) {
            const LanguageLook look(language);
            for (const auto& title : titles)
                m_names[m_count++ % titles.size()] << title();
        }
    }
    const QStringList& operator[](std::size_t place) const { return m_names.at(place); }

  private:
    std::size_t m_count = 0;
    std::map<std::size_t, QStringList> m_names;
};

/// Adds one entry for each title, with its names in both languages. They are asked for together: switching the
/// translation is what takes time.
class Adder {
  public:
    explicit Adder(SearchIndex& index) : m_index(index) {}
    void add(SearchEntry entry) { m_entries.push_back(std::move(entry)); }
    ~Adder() {
        if (m_entries.empty()) return;
        std::vector<Title> titles;
        for (const auto& entry : m_entries)
            titles.push_back(entry.title);
        const Names names(std::move(titles));
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            m_entries[i].names << names[i];
            m_index.add(std::move(m_entries[i]));
        }
    }
    Adder(const Adder&) = delete;
    Adder& operator=(const Adder&) = delete;

  private:
    SearchIndex& m_index;
    std::vector<SearchEntry> m_entries;
};

QString plainHeading(const std::string& heading) {
    static const QRegularExpression value(R"(\{\{[^}]*\}\})");
    return QString::fromStdString(heading).replace(value, QStringLiteral("…")).remove('`').remove('*');
}

SearchEntry lessonEntry(MainWindow& window, const lesson::Lesson& lesson) {
    const auto titleIn = [&lesson](text::Language language) {
        return QString::fromStdString(lesson.section + "  " + lesson.text(language).title);
    };
    SearchEntry entry;
    entry.kind = Kind::Lesson;
    entry.title = [titleIn] { return titleIn(LanguageSwitch::instance().language()); };
    entry.section = [&lesson] { return LessonPage::tr("Chapter %1").arg(QString::fromStdString(lesson.chapter)); };
    for (const auto language : kLanguages)
        entry.names << titleIn(language);
    entry.words << QString::fromStdString(lesson.id);
    entry.act = [&window, id = QString::fromStdString(lesson.id)] { window.open(id); };
    return entry;
}

void addLessons(MainWindow& window, SearchIndex& index) {
    for (const auto& lesson : window.shelf().lessons) {
        index.add(lessonEntry(window, lesson));
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            const auto headingIn = [&lesson, step](text::Language language) {
                const auto& texts = lesson.text(language).steps;
                const auto found = texts.find(lesson.steps[step].id);
                return found == texts.end() ? QString() : plainHeading(found->second.heading);
            };
            SearchEntry entry;
            entry.kind = Kind::Card;
            entry.title = [headingIn] { return headingIn(LanguageSwitch::instance().language()); };
            entry.section = [&lesson] {
                const auto language = LanguageSwitch::instance().language();
                return QString::fromStdString(lesson.section + "  " + lesson.text(language).title);
            };
            for (const auto language : kLanguages)
                entry.names << headingIn(language);
            entry.words << QString::fromStdString(lesson.section + " " + lesson.id + " " + lesson.steps[step].id);
            entry.act = [&window, id = QString::fromStdString(lesson.id), step] {
                window.openCard(id, static_cast<int>(step));
            };
            if (!entry.names.join("").isEmpty()) index.add(std::move(entry));
        }
    }
}

void addTerms(SearchIndex& index) {
    for (const auto& term : GlossaryHelp::instance().glossary().terms) {
        SearchEntry entry;
        entry.kind = Kind::Term;
        entry.title = [&term] { return QString::fromStdString(term.in(LanguageSwitch::instance().language()).name); };
        entry.section = [] { return GlossaryPage::tr("Glossary"); };
        for (const auto language : kLanguages)
            entry.names << QString::fromStdString(term.in(language).name);
        entry.words << QString::fromStdString(term.id);
        entry.act = [id = QString::fromStdString(term.id)] { Q_EMIT GlossaryHelp::instance().asked(id); };
        index.add(std::move(entry));
    }
}

SearchEntry pageEntry(MainWindow& window, const QString& id) {
    bool is_lab = false;
    for (const auto& lab : labEntries())
        is_lab = is_lab || lab.id == id;
    SearchEntry entry;
    entry.kind = is_lab ? Kind::Lab : Kind::Page;
    entry.title = [&window, id] { return window.sideBar()->titleOf(id); };
    entry.words << id;
    entry.act = [&window, id] { window.open(id); };
    return entry;
}

void addPages(MainWindow& window, SearchIndex& index) {
    Adder adder(index);
    for (const QString& id : window.pageIds())
        if (!window.shelf().find(id.toStdString())) adder.add(pageEntry(window, id));
    for (const auto& lab : knownLabs()) {
        for (const auto& preset : lab.presets) {
            SearchEntry entry;
            entry.kind = Kind::Preset;
            entry.title = preset.title;
            entry.section = lab.title;
            entry.words << preset.id << lab.id;
            entry.act = [&window, page = lab.id, id = preset.id] {
                if (!window.open(page)) return;
                for (auto* form : window.page()->findChildren<LabForm*>())
                    if (form->preset(id)) Q_EMIT form->presetChosen(id);
            };
            adder.add(std::move(entry));
        }
        for (const QString& path : lab.fields) {
            SearchEntry entry;
            entry.kind = Kind::Field;
            entry.title = [path] { return fieldLabel(path); };
            entry.section = lab.title;
            entry.words << path << lab.id;
            entry.act = [&window, page = lab.id, path] { jumpToField(window, page, path); };
            adder.add(std::move(entry));
        }
        for (qsizetype i = 0; i < std::min(lab.own[0].size(), lab.own[1].size()); ++i) {
            const std::array<QString, 2> names = {lab.own[0][i], lab.own[1][i]};
            SearchEntry entry;
            entry.kind = Kind::Field;
            entry.title = [names] {
                return names[LanguageSwitch::instance().language() == text::Language::Korean ? 0 : 1];
            };
            entry.section = lab.title;
            entry.words << lab.id;
            entry.act = [&window, page = lab.id, title = entry.title] {
                jumpTo<QLabel>(window, page, [title](QLabel* label) -> QWidget* {
                    return label->text() == title() ? label->buddy() : nullptr;
                });
            };
            adder.add(std::move(entry));
        }
    }
}

SearchEntry commandEntry(MainWindow& window, const Command& command) {
    SearchEntry entry;
    entry.kind = Kind::Command;
    entry.title = command.title;
    entry.section = [group = command.group] { return groupTitle(group); };
    if (!command.keys.isEmpty()) entry.keys = command.keys.first().toString(QKeySequence::NativeText);
    entry.words << command.id;
    entry.act = [&window, id = command.id] { window.commands().act(id); };
    return entry;
}

void addSettings(MainWindow& window, SearchIndex& index) {
    Adder adder(index);
    for (const auto& [row, title] : SettingsDialog::rows()) {
        SearchEntry entry;
        entry.kind = Kind::Field;
        entry.title = title;
        entry.section = [] { return SettingsDialog::tr("Settings"); };
        entry.words << "settings" << row;
        entry.act = [&window, id = row] { window.help().showSettings(id); };
        adder.add(std::move(entry));
    }
}

SearchEntry fileEntry(MainWindow& window, const QString& path) {
    SearchEntry entry;
    entry.kind = Kind::File;
    entry.title = [path] { return QFileInfo(path).fileName(); };
    entry.section = [path] { return QFileInfo(path).path(); };
    entry.names << QFileInfo(path).fileName();
    entry.words << path;
    entry.act = [&window, path] { window.openFile(path); };
    return entry;
}

} // namespace

bool learnAnotherLab(MainWindow& window) {
    const auto& labs = labEntries();
    auto& known = knownLabs();
    // Each is made once for each language: the words of its controls are in no list.
    static std::size_t done = 0;
    if (done == kLanguages.size() * labs.size()) return false;
    const auto& lab = labs[done / kLanguages.size()];
    const std::size_t language = done++ % kLanguages.size();
    const LanguageLook look(kLanguages[language]);
    const std::unique_ptr<Page> page(lab.make(window.thread()));
    if (language == 0) {
        known.push_back({lab.id, lab.title, {}, {}, {}});
        for (const auto* form : page->findChildren<LabForm*>())
            for (const QString& id : form->presetIds())
                known.back().presets.push_back(*form->preset(id));
        for (const auto* editor : page->findChildren<FieldEditor*>())
            known.back().fields << editor->path();
    }
    known.back().own[language] = ownControls(*page);
    return true;
}

void fillSearch(MainWindow& window, SearchIndex& index) {
    addPages(window, index);
    addLessons(window, index);
    {
        Adder adder(index);
        for (const auto& command : window.commands().all())
            if (!command.can || command.can()) adder.add(commandEntry(window, command));
    }
    addTerms(index);
    addSettings(window, index);
    for (const QString& path : window.settings().recentFiles)
        index.add(fileEntry(window, path));
}

std::vector<SearchEntry> firstOfSearch(MainWindow& window) {
    constexpr int kMostPages = 5, kMostFiles = 3;
    std::vector<SearchEntry> first;
    const auto add_page = [&](const QString& id) {
        const lesson::Lesson* lesson = window.shelf().find(id.toStdString());
        first.push_back(lesson ? lessonEntry(window, *lesson) : pageEntry(window, id));
    };
    for (const QString& id : window.visited().mid(1, kMostPages)) // the first is the one that is open
        add_page(id);
    for (const auto& lesson : window.shelf().lessons) {
        const QString id = QString::fromStdString(lesson.id);
        if (window.learner().isFinished(lesson.id) || window.visited().contains(id)) continue;
        add_page(id); // the lesson that comes next
        break;
    }
    for (const QString& path : window.settings().recentFiles.mid(0, kMostFiles))
        first.push_back(fileEntry(window, path));
    for (const char* id : {"settings.open", "help.shortcuts", "help.welcome", "view.language", "view.theme"})
        if (const Command* command = window.commands().find(id)) first.push_back(commandEntry(window, *command));
    return first;
}

} // namespace ampscope::ui
