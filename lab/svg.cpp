// Plots as SVG: axes with round ticks, linear or logarithmic, a legend beside the frame, eight colours that can be told
// apart without colour vision (Okabe and Ito), markers on short series.
#include "lab/lab.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace cairn::lab {

namespace {

constexpr double kMinWidth = 760, kHeight = 420, kLeft = 74, kTop = 44, kRight = 560, kBottom = 360;
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000", "#8a6d3b"};

struct Axis {
    bool log;
    double from, to;    // data
    double first, last; // pixels
    double at(double v) const {
        const double a = log ? std::log10(from) : from, b = log ? std::log10(to) : to;
        const double x = log ? std::log10(v) : v;
        return first + (last - first) * (x - a) / (b - a);
    }
    bool shows(double v) const { return std::isfinite(v) && (!log || v > 0.0); }
};

std::string escape(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

double roundStep(double range) {
    const double raw = range / 6.0, power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double m : {1.0, 2.0, 5.0})
        if (raw <= m * power) return m * power;
    return 10.0 * power;
}

std::vector<double> ticksOf(const Axis& a) {
    std::vector<double> ticks;
    if (a.log) {
        const int low = static_cast<int>(std::round(std::log10(a.from))),
                  high = static_cast<int>(std::round(std::log10(a.to)));
        const int every = std::max(1, (high - low + 7) / 8);
        for (int e = low; e <= high; e += every) ticks.push_back(std::pow(10.0, e));
        return ticks;
    }
    const double step = roundStep(a.to - a.from);
    for (double t = std::ceil(a.from / step - 1e-9) * step; t <= a.to + 1e-9 * step; t += step)
        ticks.push_back(std::fabs(t) < 1e-9 * step ? 0.0 : t);
    return ticks;
}

std::string tickText(double v, bool log) {
    if (log && (v < 1e-3 || v > 9999.0))
        return fmt::format("10<tspan dy=\"-5\" font-size=\"9\">{}</tspan>",
                           static_cast<int>(std::round(std::log10(v))));
    return fmt::format("{:.6g}", v);
}

Axis axisOf(const Plot& plot, bool x) {
    Axis a{x ? plot.logX : plot.logY, 1e300, -1e300, x ? kLeft : kBottom, x ? kRight : kTop};
    for (const Series& s : plot.series)
        for (const double v : x ? s.x : s.y)
            if (a.shows(v)) a.from = std::min(a.from, v), a.to = std::max(a.to, v);
    if (a.from > a.to) a.from = a.log ? 0.1 : 0.0, a.to = 1.0;
    if (a.log) {
        a.from = std::pow(10.0, std::floor(std::log10(a.from) + 1e-9));
        a.to = std::pow(10.0, std::ceil(std::log10(a.to) - 1e-9));
        if (a.from == a.to) a.to *= 10.0;
        return a;
    }
    if (!x && a.from > 0.0 && a.from < 0.5 * a.to) a.from = 0.0;
    if (a.from == a.to) a.from = std::min(0.0, a.from), a.to = std::max(a.to, a.from + 1.0);
    const double step = roundStep(a.to - a.from);
    if (x) return a;
    const double highest = a.to;
    a.from = std::floor(a.from / step + 1e-9) * step, a.to = std::ceil(a.to / step - 1e-9) * step;
    if (a.to - highest < 0.02 * step) a.to += 0.5 * step; // lines do not run along the frame
    return a;
}

std::string drawAxes(const Plot& plot, const Axis& x, const Axis& y) {
    std::string out;
    for (const double t : ticksOf(x)) {
        const double p = x.at(t);
        if (p < kLeft - 0.5 || p > kRight + 0.5) continue;
        out +=
            fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" class=\"g\"/>\n", p, kTop, kBottom);
        out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", p, kBottom + 18,
                           tickText(t, x.log));
    }
    for (const double t : ticksOf(y)) {
        const double p = y.at(t);
        if (p > kBottom + 0.5 || p < kTop - 0.5) continue;
        out +=
            fmt::format("<line x1=\"{1}\" y1=\"{0:.1f}\" x2=\"{2}\" y2=\"{0:.1f}\" class=\"g\"/>\n", p, kLeft, kRight);
        out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8, p + 4,
                           tickText(t, y.log));
    }
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#555\"/>\n", kLeft,
                       kTop, kRight - kLeft, kBottom - kTop);
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (kLeft + kRight) / 2, kBottom + 42,
                       escape(plot.xLabel));
    out += fmt::format("<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                       (kTop + kBottom) / 2, escape(plot.yLabel));
    return out;
}

std::string drawSeries(const Series& s, std::size_t index, const Axis& x, const Axis& y) {
    const char* colour = kColours[index % std::size(kColours)];
    std::string points, marks;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
        if (!x.shows(s.x[i]) || !y.shows(s.y[i])) continue;
        const double px = x.at(s.x[i]), py = y.at(s.y[i]);
        points += fmt::format("{:.1f},{:.1f} ", px, py);
        if (s.x.size() <= 24 && !s.dashed)
            marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", px, py, colour);
    }
    const double ly = kTop + 10 + 20 * static_cast<double>(index);
    const char* dash = s.dashed ? " stroke-dasharray=\"6 4\"" : "";
    return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", points, colour,
                       dash) +
           marks +
           fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"2.5\"{}/>\n",
                       kRight + 14, ly, kRight + 36, ly, colour, dash) +
           fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kRight + 42, ly + 4, escape(s.name));
}

} // namespace

std::string drawPlot(const Plot& plot) {
    const Axis x = axisOf(plot, true), y = axisOf(plot, false);
    double width = kMinWidth; // a letter takes 7 at most, on average
    for (const Series& s : plot.series) width = std::max(width, kRight + 52 + 7.0 * static_cast<double>(s.name.size()));
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<style>.g{{stroke:#ddd}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{2}\" y=\"26\" font-size=\"15\">{3}</text>\n",
        width, kHeight, kLeft, escape(plot.title));
    out += drawAxes(plot, x, y);
    for (std::size_t i = 0; i < plot.series.size(); ++i) out += drawSeries(plot.series[i], i, x, y);
    return out + "</svg>\n";
}

} // namespace cairn::lab
