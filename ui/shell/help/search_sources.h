// What the window puts into its search: lessons and their cards, labs with presets and settings, pages, terms,
// commands, files.
#pragma once

#include "ui/shell/help/search_index.h"

namespace ampscope::ui {

class MainWindow;

/// Makes one more of the labs and looks at what its form offers: a little work for an idle moment. False when all have
/// been looked at; that lasts as long as the process.
bool learnAnotherLab(MainWindow& window);
/// Everything there is; of the labs what has been learned so far.
void fillSearch(MainWindow& window, SearchIndex& index);

/// For an empty line: pages that were open last, files, and what a newcomer may want.
std::vector<SearchEntry> firstOfSearch(MainWindow& window);

} // namespace ampscope::ui
