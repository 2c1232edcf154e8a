// Time in the record, by keys and by search.
#pragma once

#include <functional>

namespace ampscope::ui {

class Commands;
class Page;

/// Step back and on, from fact to fact, play and its speed, go on from here: for the page that is in front.
void addTimeCommands(Commands& commands, std::function<Page*()> page);

} // namespace ampscope::ui
