// The list of instruction sets, and the choice among them.
#include "math/dispatch.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <cstring>

namespace cairn {

std::size_t laneTargetPlace = 0;

// With one target there is nothing to choose, and Highway's run-time part need not be linked (WebAssembly).
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0

int laneTargetCount() { return 1; }
const char* laneTargetName(int) { return hwy::TargetName(HWY_TARGETS); }
const char* laneTarget() { return hwy::TargetName(HWY_TARGETS); }
bool setLaneTarget(const char* name) { return !name || std::strcmp(name, laneTarget()) == 0; }

#else

namespace {

constexpr int kMaxTargets = 8;

struct TargetList {
    int count = 0;
    int64_t targets[kMaxTargets];
};

// Bits of better instruction sets are lower.
TargetList listTargets() {
    TargetList list;
    int64_t left = hwy::SupportedTargets() & HWY_TARGETS;
    while (left != 0 && list.count < kMaxTargets) {
        list.targets[list.count++] = left & -left;
        left &= left - 1;
    }
    return list;
}

// Taken before anything is forced.
const TargetList& available() {
    static const TargetList list = listTargets();
    return list;
}

bool choose() {
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    laneTargetPlace = hwy::GetChosenTarget().GetIndex();
    return true;
}

bool choose(int64_t target) {
    available();
    hwy::SetSupportedTargetsForTest(target);
    return choose();
}

bool chooseByName(const char* name) {
    const TargetList& list = available();
    for (int i = 0; i < list.count; ++i) {
        if (std::strcmp(hwy::TargetName(list.targets[i]), name) == 0) return choose(list.targets[i]);
    }
    return false;
}

bool chooseAtStart() {
    const char* name = std::getenv("CAIRN_TARGET");
    return (name && chooseByName(name)) || choose();
}

[[maybe_unused]] const bool chosenAtStart = chooseAtStart();

} // namespace

int laneTargetCount() { return available().count; }
const char* laneTargetName(int index) { return hwy::TargetName(available().targets[index]); }

const char* laneTarget() {
    const int64_t left = hwy::SupportedTargets() & HWY_TARGETS;
    return hwy::TargetName(left & -left);
}

bool setLaneTarget(const char* name) { return name ? chooseByName(name) : choose(available().targets[0]); }

#endif

} // namespace cairn
