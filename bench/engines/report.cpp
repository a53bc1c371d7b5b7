// How results are told: Markdown, a bar plot, and the marked part of a file.
#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace cairn::bench {

namespace {

std::string print(const char* format, ...) __attribute__((format(printf, 1, 2)));
std::string print(const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

std::string ending(const SceneResult& r) {
    std::string text = r.scene->ending.label;
    for (std::size_t k = 0; k < r.engines.size(); ++k)
        text += print("%s%.3f", k > 0 ? " / " : " ", r.engines[k].ending);
    return text + print(" %s", r.scene->ending.unit);
}

constexpr const char* kColors[] = {"#1f6f54", "#c2703d", "#6a78b8"};

} // namespace

std::string markdownTable(const std::vector<SceneResult>& results) {
    std::string text = "| scene | Cairn, ms a step |", rule = "|---|---:|";
    for (const EngineEntry& engine : engines().subspan(1)) {
        text += print(" %s |", engine.name);
        rule += "---:|";
    }
    text += print(" how it ends, in that order |\n%s---|\n", rule.c_str());
    for (const SceneResult& r : results) {
        const double own = r.engines[0].milliseconds;
        text += print("| %s: %s | %.3f |", r.scene->name, r.scene->about, own);
        for (std::size_t k = 1; k < r.engines.size(); ++k)
            text += print(" %.2f (%.1fx) |", r.engines[k].milliseconds, r.engines[k].milliseconds / own);
        text += print(" %s |\n", ending(r).c_str());
    }
    return text;
}

// One group of bars for each scene, on a logarithmic axis of milliseconds.
std::string barPlot(const std::vector<SceneResult>& results) {
    constexpr double kLeft = 96, kRight = 24, kTop = 44, kBar = 15, kGap = 16, kWidth = 760;
    double least = 1e30, most = 0.0;
    for (const SceneResult& r : results)
        for (const EngineResult& e : r.engines) {
            least = std::min(least, e.milliseconds);
            most = std::max(most, e.milliseconds);
        }
    const double low = std::floor(std::log10(least)), high = std::ceil(std::log10(most));
    const auto x = [&](double ms) {
        return kLeft + (kWidth - kLeft - kRight) * (std::log10(ms) - low) / std::max(1.0, high - low);
    };
    const double group = kBar * static_cast<double>(engines().size()) + kGap;
    const double bottom = kTop + group * static_cast<double>(results.size()), height = bottom + 44;
    std::string svg =
        print("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" "
              "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
              kWidth, height);
    for (double decade = low; decade <= high; ++decade) {
        const double ms = std::pow(10.0, decade), at = x(ms);
        svg +=
            print("<path d=\"M%g %gV%g\" stroke=\"#ddd\"/><text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%g</text>\n",
                  at, kTop, bottom, at, bottom + 16, ms);
    }
    svg += print(
        "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">milliseconds a step, one thread (less is better)</text>\n",
        0.5 * (kLeft + kWidth - kRight), bottom + 34);
    for (std::size_t k = 0; k < engines().size(); ++k) {
        const double at = kLeft + 110.0 * static_cast<double>(k);
        svg +=
            print("<rect x=\"%g\" y=\"14\" width=\"14\" height=\"14\" fill=\"%s\"/><text x=\"%g\" y=\"26\">%s</text>\n",
                  at, kColors[k], at + 20, engines()[k].name);
    }
    double y = kTop + 0.5 * kGap;
    for (const SceneResult& r : results) {
        svg += print("<text x=\"%g\" y=\"%g\" text-anchor=\"end\">%s</text>\n", kLeft - 8, y + 0.5 * (group - kGap) + 4,
                     r.scene->name);
        for (std::size_t k = 0; k < r.engines.size(); ++k, y += kBar)
            svg += print("<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\"/>\n", kLeft, y,
                         x(r.engines[k].milliseconds) - kLeft, kBar - 2, kColors[k]);
        y += kGap;
    }
    return svg + "</svg>\n";
}

bool replaceMarked(const char* path, const std::string& text) {
    std::ifstream in(path);
    std::string all(std::istreambuf_iterator<char>(in), {});
    const std::string open = "<!-- engines -->\n", close = "<!-- /engines -->";
    const std::size_t first = all.find(open), last = all.find(close);
    if (first == std::string::npos || last == std::string::npos || last < first) return false;
    all.replace(first + open.size(), last - first - open.size(), text);
    std::ofstream(path) << all;
    return true;
}

} // namespace cairn::bench
