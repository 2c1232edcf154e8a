// What Ctrl+K looks in: entries with names in both languages, and how well they answer what was typed.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <string>
#include <vector>

namespace ampscope::ui {

/// Something that can be found and then done.
struct SearchEntry {
    enum class Kind { Lesson, Card, Lab, Preset, Field, Page, Term, Command, File };
    Kind kind = Kind::Page;
    std::function<QString()> title;   ///< in the window's language
    std::function<QString()> section; ///< where it belongs: "Chapter A", "Scale"
    QString keys;                     ///< "Ctrl+R"; "" for none
    QStringList names;                ///< what it answers to first: titles in both languages
    QStringList words;                ///< what it answers to as well: ids, texts
    std::function<void()> act;
};

/// Letters as they are compared: lower case, and each Hangul syllable as the letters that are typed for it, so that
/// half a syllable finds the whole one. Everything but letters and digits separates words. One byte per letter: those
/// of Hangul are the keys of the Korean layout with the top bit set.
std::string searchLetters(const QString& text);

/// Words in any order; each must be found: whole, at the beginning, inside, by the first consonants of its syllables
/// (ㅅㅅㅅㅋㅇ), typed with the other keyboard layout, or with a slip or two. GUI thread.
class SearchIndex {
  public:
    void clear() { m_rows.clear(); }
    void add(SearchEntry entry);
    std::size_t size() const { return m_rows.size(); }
    /// The best first; nothing for a query without letters. Entries belong to the index.
    std::vector<const SearchEntry*> find(const QString& query, std::size_t most) const;

  private:
    struct Name {
        std::vector<std::string> words;
        std::string joined;   ///< without spaces between the words
        std::string initials; ///< of the syllables of Hangul
    };
    struct Row {
        SearchEntry entry;
        std::vector<Name> names;
        std::vector<std::string> words;
    };
    struct Typed {
        std::string word, other; ///< the same keys with the other keyboard layout; "" where there is none
    };
    static int score(const Row& row, const std::string& word, bool slips);
    static int score(const Row& row, const std::vector<Typed>& query, bool slips);
    std::vector<Row> m_rows;
};

} // namespace ampscope::ui
