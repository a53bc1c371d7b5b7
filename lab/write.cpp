// Reports as files: CSV of all curves, JSON of everything, a picture a plot, and the page that shows them all.
#include "lab/lab.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace cairn::lab {

namespace {

bool writeText(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    return out.good();
}

std::string csvOf(const Report& report) {
    std::string out = "plot,series,x,y\n";
    for (const Plot& plot : report.plots)
        for (const Series& s : plot.series)
            for (std::size_t i = 0; i < s.x.size(); ++i)
                out += fmt::format("{},\"{}\",{:.9g},{:.9g}\n", plot.name, s.name, s.x[i], s.y[i]);
    return out;
}

nlohmann::ordered_json jsonOf(const Report& report) {
    nlohmann::ordered_json json{{"study", report.study}, {"seconds", report.seconds}};
    for (const Finding& f : report.findings)
        json["findings"].push_back({{"id", f.id},
                                    {"claim", f.claim},
                                    {"expected", f.expected},
                                    {"measured", f.measured},
                                    {"holds", f.holds},
                                    {"note", f.note}});
    for (const Plot& p : report.plots) {
        nlohmann::ordered_json plot{{"name", p.name}, {"title", p.title}, {"x", p.xLabel}, {"y", p.yLabel}};
        for (const Series& s : p.series) plot["series"].push_back({{"name", s.name}, {"x", s.x}, {"y", s.y}});
        json["plots"].push_back(plot);
    }
    for (const Table& t : report.tables)
        json["tables"].push_back({{"title", t.title}, {"columns", t.columns}, {"rows", t.rows}});
    return json;
}

// A cell of a table must not end early.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
    return out;
}

std::string tableRow(const std::vector<std::string>& cells) {
    std::string out = "|";
    for (const std::string& c : cells) out += " " + cell(c) + " |";
    return out + "\n";
}

std::string pageOf(const Table& table) {
    std::string out = "\n" + table.title + "\n\n" + tableRow(table.columns) + "|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) out += "---|";
    out += "\n";
    for (const std::vector<std::string>& row : table.rows) out += tableRow(row);
    return out;
}

// Where the time went.
std::string pageOfTimes(const std::vector<Report>& reports) {
    double total = 0.0;
    for (const Report& r : reports) total += r.seconds;
    std::string out =
        fmt::format("\n## Time\n\nAll studies took {:.0f} s on this machine, {} the ten minutes that they "
                    "may.\n\n| study | s |\n|---|---|\n",
                    total, total < 600.0 ? "less than" : "**more than**");
    for (const Report& r : reports) out += fmt::format("| [{}](#{}) | {:.1f} |\n", r.study, r.study, r.seconds);
    return out + fmt::format("| all | {:.1f} |\n", total);
}

} // namespace

std::string number(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

bool writeReport(const Report& report, const std::string& folder) {
    const std::string stem = folder + "/" + report.study;
    bool ok = writeText(stem + ".csv", csvOf(report)) && writeText(stem + ".json", jsonOf(report).dump(1) + "\n");
    for (const Plot& plot : report.plots) ok &= writeText(folder + "/" + plot.name + ".svg", drawPlot(plot));
    return ok;
}

bool writePage(const std::vector<Report>& reports, const std::string& file, const std::string& plotFolder) {
    int count = 0, held = 0;
    for (const Report& r : reports)
        for (const Finding& f : r.findings) ++count, held += f.holds;
    std::string out = fmt::format("# The lab\n\n"
                                  "What the talks on which Cairn is built say, beside what Cairn measures. Written by "
                                  "`cairn lab all`; every study can be\n"
                                  "run by itself with `cairn lab run NAME`, and the same numbers are tests. Claims are "
                                  "named by talk: C06 and C14 are\n"
                                  "Catto's of 2006 and 2014, T is Tonge's of 2013, U is Tsuda's of 2009; X are "
                                  "questions of our own. *Expected* is what\n"
                                  "an independent derivation gives, where there is one. {} of {} claims hold; where "
                                  "one does not, the note says why.\n\n",
                                  held, count);
    out += "| claim | study | agrees |\n|---|---|---|\n";
    for (const Report& r : reports)
        for (const Finding& f : r.findings)
            out += fmt::format("| {} {} | [{}](#{}) | {} |\n", f.id, cell(f.claim), r.study, r.study,
                               f.holds ? "yes" : "**no**");
    for (const Report& r : reports) {
        out += fmt::format("\n## {}\n\n{}\n", r.study, r.text);
        if (!r.findings.empty())
            out += "\n| | claim | expected | measured | agrees | note |\n|---|---|---|---|---|---|\n";
        for (const Finding& f : r.findings)
            out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", f.id, cell(f.claim), cell(f.expected),
                               cell(f.measured), f.holds ? "yes" : "**no**", cell(f.note));
        for (const Table& table : r.tables) out += pageOf(table);
        for (const Plot& plot : r.plots) out += fmt::format("\n![{}]({}/{}.svg)\n", plot.title, plotFolder, plot.name);
    }
    return writeText(file, out + pageOfTimes(reports));
}

} // namespace cairn::lab
