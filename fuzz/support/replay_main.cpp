// Runs one fuzzer's entry point without libFuzzer: over its corpus, over mutations of each corpus file, and over
// pseudo-random bytes, the same ones every time. An input that breaks is named on stderr and written to the
// working folder as replay_failure.bin.
//
//     fuzz_replay_<name> <corpus folder>
#include "support/random.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<uint8_t>;

constexpr int kRandomInputs = 4000;
constexpr int kMutations = 40; // per corpus file

// What the entry point is chewing on, for the signal handler.
std::string g_name;
Bytes g_input;

void onCrash(int signal) {
    // Not async-signal-safe, but the process is lost anyway and the message is worth the try.
    std::fprintf(stderr, "fuzz replay: signal %d in input '%s' (%zu bytes)\n", signal, g_name.c_str(), g_input.size());
    if (std::FILE* file = std::fopen("replay_failure.bin", "wb")) {
        std::fwrite(g_input.data(), 1, g_input.size(), file);
        std::fclose(file);
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const std::string& name, Bytes input) {
    g_name = name;
    g_input = std::move(input);
    LLVMFuzzerTestOneInput(g_input.data(), g_input.size());
}

std::vector<std::filesystem::path> listFiles(const char* folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error; // a missing folder has no files
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

Bytes readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

// A few bytes changed, and sometimes the end cut off or doubled.
Bytes mutate(Bytes input, cairn::test::Random& random) {
    if (input.empty()) return input;
    const int edits = 1 + random.below(8);
    for (int i = 0; i < edits; ++i) {
        input[random.next() % input.size()] = static_cast<uint8_t>(random.next());
    }
    const int kind = random.below(4);
    if (kind == 0) {
        input.resize(random.next() % input.size());
    } else if (kind == 1) {
        const Bytes copy = input;
        input.insert(input.end(), copy.begin(), copy.end());
    }
    return input;
}

Bytes randomBytes(cairn::test::Random& random) {
    Bytes input(random.next() % (random.below(8) == 0 ? 4096 : 256));
    for (uint8_t& byte : input) byte = static_cast<uint8_t>(random.next());
    return input;
}

} // namespace

int main(int argc, char** argv) {
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL}) std::signal(signal, onCrash);
    cairn::test::Random random(1);

    const auto files = argc > 1 ? listFiles(argv[1]) : std::vector<std::filesystem::path>();
    if (files.empty()) {
        std::fprintf(stderr, "fuzz replay: no corpus in '%s'\n", argc > 1 ? argv[1] : "");
        return 1;
    }
    for (const auto& path : files) {
        const Bytes input = readFile(path);
        run(path.filename().string(), input);
        const int mutations = cairn::test::scaled(kMutations);
        for (int i = 0; i < mutations; ++i) {
            run(path.filename().string() + " mutation " + std::to_string(i), mutate(input, random));
        }
    }
    const int randomCount = cairn::test::scaled(kRandomInputs);
    for (int i = 0; i < randomCount; ++i) run("random " + std::to_string(i), randomBytes(random));

    std::printf("%zu corpus files with mutations, %d random inputs: no finding\n", files.size(), randomCount);
    return 0;
}
