// The command line: what is accepted, and what is said about the rest.
#include "apps/cairn/commands.h"

#include <lab/lab.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace cairn::app {

namespace {

using scenes::nearestName;

constexpr int kUsageError = 2;

int complain(const std::string& problem, const std::string& hint = {}) {
    fmt::print(stderr, "cairn: {}\n", problem);
    if (!hint.empty()) fmt::print(stderr, "{}\n", hint);
    return kUsageError;
}

std::string didYouMean(const std::string& name, const std::vector<std::string>& known) {
    const std::string near = nearestName(name, known);
    return near.empty() ? "" : fmt::format("Did you mean '{}'?", near);
}

std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    for (const scenes::SceneInfo& info : scenes::allScenes()) names.push_back(info.name);
    return names;
}

std::vector<std::string> solverNames() {
    std::vector<std::string> names;
    for (int i = 0; i < solverCount(); ++i) names.push_back(solverName(i));
    return names;
}

int unknownSolver(const std::string& name) {
    const std::string hint = didYouMean(name, solverNames());
    return complain(fmt::format("there is no solver '{}'", name),
                    hint.empty() ? fmt::format("Solvers: {}.", fmt::join(solverNames(), ", ")) : hint);
}

// "base=20"
bool parseSetting(const std::string& text, scenes::Setting& setting) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) return false;
    char* end = nullptr;
    const std::string number = text.substr(equals + 1);
    setting = {text.substr(0, equals), std::strtod(number.c_str(), &end)};
    return !number.empty() && *end == 0;
}

int unknownScene(const std::string& name) {
    const std::string hint = didYouMean(name, sceneNames());
    return complain(fmt::format("there is no scene '{}'", name), hint.empty() ? "`cairn list` shows them all." : hint);
}

// Says what is wrong with a command or option that does not exist; 0 when all do. The parser would only list them.
int findUnknown(const CLI::App& app, int argc, const char* const* argv) {
    if (argc < 2 || argv[1][0] == '-') return 0;
    std::vector<std::string> commands, options{"--help"};
    const CLI::App* command = nullptr;
    for (const CLI::App* sub : app.get_subcommands({})) {
        commands.push_back(sub->get_name());
        if (sub->get_name() == argv[1]) command = sub;
    }
    const auto unknown = [](const char* what, const std::string& name, const std::vector<std::string>& known,
                            const std::string& help) {
        const std::string hint = didYouMean(name, known);
        return complain(fmt::format("unknown {} '{}'", what, name),
                        hint.empty() ? fmt::format("{} shows what there is.", help) : hint);
    };
    if (!command) return unknown("command", argv[1], commands, "cairn --help");
    std::vector<const CLI::App*> levels{command};
    for (const CLI::App* sub : command->get_subcommands({})) levels.push_back(sub);
    for (const CLI::App* level : levels)
        for (const CLI::Option* option : level->get_options())
            for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    for (int i = 2; i < argc; ++i) {
        const std::string text = argv[i], name = text.substr(0, text.find('='));
        if (name.rfind("--", 0) != 0 || std::find(options.begin(), options.end(), name) != options.end()) continue;
        return unknown("option", name, options, fmt::format("cairn {} --help", argv[1]));
    }
    return 0;
}

} // namespace

int runCommandLine(int argc, const char* const* argv) {
    CLI::App app{"Cairn, a physics engine: runs, measures and draws its scenes."};
    app.require_subcommand(1);

    bool verbose = false;
    CLI::App* list = app.add_subcommand("list", "shows the scenes");
    list->add_flag("-v,--verbose", verbose, "with their parameters");

    RunOptions run;
    std::vector<std::string> settings;
    CLI::App* runCommand = app.add_subcommand("run", "runs a scene and says how it went");
    runCommand->add_option("scene", run.scene, "name of the scene; see `cairn list`")->required();
    runCommand->add_option("--steps", run.steps, "steps of 1/60 s; default: as the scene says")
        ->check(CLI::Range(1, 1000000));
    runCommand->add_option("--threads", run.threads, "default: one per hardware thread")
        ->check(CLI::Range(1, kMaxWorkerCount));
    runCommand->add_option("--solver", run.solver,
                           fmt::format("default: softStep. Others: {}", fmt::join(solverNames(), ", ")));
    runCommand->add_option("--substeps", run.substeps, "of each step; default: as the solver says")
        ->check(CLI::Range(1, 64));
    runCommand->add_option("--iterations", run.iterations, "of each substep; default: as the solver says")
        ->check(CLI::Range(1, 10000));
    runCommand->add_flag("--residuals", run.residuals, "say how well steps were solved");
    runCommand->add_option("--param", settings, "parameter of the scene, as name=value; may be repeated");
    runCommand->add_option("--json", run.jsonFile, "write the summary as JSON");
    runCommand->add_option("--trace", run.traceFile, "write a trace for Perfetto or chrome://tracing");
    runCommand->add_option("--gltf", run.gltfFile, "write an animation: .gltf, or .glb for the binary form");
    runCommand->add_option("--picture", run.pictureFile, "write the last frame as PNG");

    runCommand->add_option("--record", run.recordFile, "write a recording for `cairn replay`");

    ReplayFileOptions replay;
    CLI::App* replayCommand = app.add_subcommand("replay", "does a recording again and compares every step");
    replayCommand->add_option("file", replay.file, "written by `cairn run --record` or World::startRecording")
        ->required();
    replayCommand->add_option("--threads", replay.threads, "default: one per hardware thread")
        ->check(CLI::Range(1, kMaxWorkerCount));
    replayCommand->add_flag("--go-on", replay.goOn, "past the first step that differs");

    BenchOptions bench;
    CLI::App* benchCommand = app.add_subcommand("bench", "times scenes on 1 to N threads");
    benchCommand->add_option("scenes", bench.scenes, "names; default: all");
    benchCommand->add_option("--threads", bench.maxThreads, "most threads; default: one per hardware thread")
        ->check(CLI::Range(1, kMaxWorkerCount));
    benchCommand->add_option("--warmup", bench.warmup, "steps before the clock starts; default 60")
        ->check(CLI::Range(0, 100000));
    benchCommand->add_option("--steps", bench.steps, "steps that are timed; default 120")->check(CLI::Range(1, 100000));
    benchCommand->add_option("--repeats", bench.repeats, "rounds, interleaved, of which the best counts; default 3")
        ->check(CLI::Range(1, 1000));
    benchCommand->add_option("--json", bench.jsonFile, "write the figures as JSON");
    benchCommand->add_option("--against", bench.againstFile, "compare with the JSON of an earlier run");
    benchCommand->add_flag("--growth", bench.growth, "how time grows from 1,000 to 50,000 bodies");
    benchCommand->add_flag("--worst", bench.worst, "the longest steps: creating, destroying, waking; many sleepers");

    LabOptions labOptions;
    CLI::App* labCommand = app.add_subcommand("lab", "puts what the talks say beside what Cairn measures");
    labCommand->require_subcommand(1);
    CLI::App* labList = labCommand->add_subcommand("list", "shows the studies");
    CLI::App* labRun = labCommand->add_subcommand("run", "runs one study");
    labRun->add_option("study", labOptions.study, "name; see `cairn lab list`")->required();
    CLI::App* labAll = labCommand->add_subcommand("all", "runs all, and writes the page");
    for (CLI::App* command : {labRun, labAll})
        command->add_option("--out", labOptions.folder, "folder for plots and numbers; default docs/lab");
    labAll->add_option("--page", labOptions.pageFile, "the page; default docs/lab.md")->default_val("docs/lab.md");

    if (const int problem = findUnknown(app, argc, argv)) return problem;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        return complain(error.what(), "cairn --help shows what there is.");
    }

    if (list->parsed()) return listScenes(verbose);
    if (labList->parsed()) return listStudies();
    if (labRun->parsed() && !lab::findStudy(labOptions.study)) {
        std::vector<std::string> studies;
        for (const lab::Study& study : lab::allStudies()) studies.push_back(study.name);
        return complain(fmt::format("there is no study '{}'", labOptions.study), didYouMean(labOptions.study, studies));
    }
    if (labRun->parsed()) labOptions.pageFile.clear();
    if (labCommand->parsed()) return runLab(labOptions);
    if (replayCommand->parsed()) return runReplay(replay);
    if (benchCommand->parsed()) {
        for (const std::string& name : bench.scenes)
            if (!scenes::findScene(name)) return unknownScene(name);
        return bench.growth ? runGrowth(bench) : (bench.worst ? runWorst(bench) : runBench(bench));
    }
    if (!scenes::findScene(run.scene)) return unknownScene(run.scene);
    if (!findSolver(run.solver.c_str())) return unknownSolver(run.solver);
    for (const std::string& text : settings) {
        scenes::Setting setting;
        if (!parseSetting(text, setting)) return complain(fmt::format("--param wants name=number, not '{}'", text));
        run.settings.push_back(setting);
    }
    return runScene(run);
}

} // namespace cairn::app
