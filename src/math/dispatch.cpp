// The list of instruction sets, and the choice among them.
#include "math/dispatch.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <cstring>

namespace cairn {

// With one target there is nothing to choose, and Highway's run-time part need not be linked (WebAssembly).
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0

int laneTargetCount() { return 1; }
const char* laneTargetName(int) { return hwy::TargetName(HWY_TARGETS); }
const char* laneTarget() { return hwy::TargetName(HWY_TARGETS); }
bool setLaneTarget(const char* name) { return !name || std::strcmp(name, laneTarget()) == 0; }
void prepareLaneTarget() {}

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

void choose(int64_t target) {
    available();
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

bool chooseByName(const char* name) {
    const TargetList& list = available();
    for (int i = 0; i < list.count; ++i) {
        if (std::strcmp(hwy::TargetName(list.targets[i]), name) == 0) {
            choose(list.targets[i]);
            return true;
        }
    }
    return false;
}

bool applyEnvironment() {
    const char* name = std::getenv("CAIRN_TARGET");
    return name && chooseByName(name);
}

} // namespace

int laneTargetCount() { return available().count; }
const char* laneTargetName(int index) { return hwy::TargetName(available().targets[index]); }

const char* laneTarget() {
    prepareLaneTarget();
    const int64_t left = hwy::SupportedTargets() & HWY_TARGETS;
    return hwy::TargetName(left & -left);
}

bool setLaneTarget(const char* name) {
    prepareLaneTarget();
    if (name) return chooseByName(name);
    choose(available().targets[0]);
    return true;
}

void prepareLaneTarget() { [[maybe_unused]] static const bool applied = applyEnvironment(); }

#endif

} // namespace cairn
