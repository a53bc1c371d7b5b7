// Progress bar. It goes to stderr, so that stdout holds results alone.
#include "apps/cairn/progress.h"

#include <fmt/core.h>

#include <cstdio>

#include <unistd.h>

namespace cairn::app {

Progress::Progress(std::string title, int total)
    : m_title(std::move(title)), m_total(total), m_terminal(isatty(fileno(stderr)) != 0) {}

void Progress::update(int done, const std::string& note) {
    const int parts = m_terminal ? 200 : 10;
    const int now = static_cast<int>(static_cast<long long>(done) * parts / m_total);
    if (now == m_shown) return;
    m_shown = now;
    if (!m_terminal) {
        fmt::print(stderr, "{} {}/{} {}\n", m_title, done, m_total, note);
        return;
    }
    constexpr int kCells = 32;
    static const char* const kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int filled = static_cast<int>(8ll * kCells * done / m_total);
    std::string bar;
    for (int i = 0; i < filled / 8; ++i) bar += "█";
    bar += kEighths[filled % 8];
    for (int i = filled / 8 + (filled % 8 != 0); i < kCells; ++i) bar += "·";
    fmt::print(stderr, "\r\x1b[K{} {} {:3}%  {}", m_title, bar, 100ll * done / m_total, note);
    std::fflush(stderr);
}

void Progress::finish() {
    if (m_terminal) fmt::print(stderr, "\r\x1b[K");
}

} // namespace cairn::app
