// Progress of a long run: a bar that redraws itself on a terminal, a line every tenth elsewhere.
#pragma once

#include <string>

namespace cairn::app {

class Progress {
public:
    Progress(std::string title, int total);
    // `note` is shown behind the bar, e.g. the time of the last step.
    void update(int done, const std::string& note);
    void finish();

private:
    std::string m_title;
    int m_total;
    bool m_terminal;
    int m_shown = -1; // permille on a terminal, tenths elsewhere
};

} // namespace cairn::app
