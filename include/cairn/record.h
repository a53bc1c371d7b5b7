// Recordings: a file that shows a bug, a test that knows what came out last time, a film of a game.
//
//     Array<uint8_t> bytes;
//     world.startRecording(bytes);
//     ... create, push, step ...
//     world.stopRecording();
//     ReplayResult result = replay(bytes, {.tasks = workers.tasks()});
//     if (result.firstDifferentStep >= 0) ...
//
// A recording begins with the whole world as it is, geometry included. Then come all calls that change the world, with
// their arguments, refused ones too, and after each step the hash of the state and of its events. Answers of a contact
// filter are recorded as well. Replaying does it all again in a world of its own, on any number of threads, and
// compares hashes.
//
// Bytes are written at the end of every step, in blocks with a checksum. So a recording that a crash cut off can be
// replayed up to its last whole step. It can be replayed by programs that agree on the layout of Cairn's data (same
// version, 64 bits, any compiler or processor we know); others refuse it.
#pragma once

#include <cairn/array.h>
#include <cairn/tasks.h>

namespace cairn {

class World;

// Takes bytes as they come: append them to a file.
struct RecordSink {
    void (*write)(const uint8_t* bytes, std::size_t count, void* context) = nullptr;
    void* context = nullptr;
};

struct ReplayOptions {
    TaskSystem tasks{};           // default: everything on the calling thread
    bool stopAtDifference = true; // or go on to the end
    void (*afterStep)(const World& world, int step, void* context) = nullptr; // steps count from 0
    void* context = nullptr;
};

struct ReplayResult {
    bool readable = false;       // it is a recording that this program can read; else an error has been reported
    bool complete = false;       // up to the call of stopRecording; else it was cut off or damaged
    int steps = 0;               // replayed
    int operations = 0;          // calls other than step
    int firstDifferentStep = -1; // counted from 0; -1: none
    uint64_t recordedHash = 0;   // of that step
    uint64_t replayedHash = 0;

    bool same() const { return readable && complete && firstDifferentStep < 0; }
};

ReplayResult replay(std::span<const uint8_t> recording, const ReplayOptions& options = {});

} // namespace cairn
