// Which instruction sets lane kernels are compiled for, and how one is picked at run time.
//
// A kernel file looks like this; it is compiled once per instruction set, and the last part once:
//
//     #include "math/dispatch.h"
//     #undef HWY_TARGET_INCLUDE
//     #define HWY_TARGET_INCLUDE "geometry/my_kernel.cpp"
//     #include <hwy/foreach_target.h>
//     #include "math/lanes-inl.h"
//     HWY_BEFORE_NAMESPACE();
//     namespace cairn::HWY_NAMESPACE {
//     void myKernel(const float* in, float* out) { store(sqrt(load(in)), out); }
//     } // namespace cairn::HWY_NAMESPACE
//     HWY_AFTER_NAMESPACE();
//     #if HWY_ONCE
//     namespace cairn {
//     HWY_EXPORT(myKernel);
//     void callMyKernel(const float* in, float* out) { CAIRN_DISPATCH(myKernel)(in, out); }
//     } // namespace cairn
//     #endif
//
// All instruction sets give the same bits, so the choice is one of speed only. The environment variable CAIRN_TARGET
// (AVX3, AVX2, SSE4, SCALAR or EMU128) or setLaneTarget overrides it.
#pragma once

#include <cstddef>

// AVX-512, AVX2, SSE4 and the compiler's baseline on x86; NEON or WebAssembly SIMD elsewhere. The sets left out gain
// nothing here (SSSE3, Ice Lake's extras) or have vectors of unknown length, which cannot be members of a struct.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif

namespace cairn {

// Instruction sets that are compiled in and that this CPU has, best first.
int laneTargetCount();
const char* laneTargetName(int index);
// The one in use.
const char* laneTarget();
// Switches; null is the best one. False, and no change, where the name is not available. For tests and tools: call it
// while no other thread runs kernels.
bool setLaneTarget(const char* name);

// Where functions of the instruction set in use stand in Highway's tables: set before main starts, and by
// setLaneTarget. 0, for what runs still earlier, is a function that looks at the CPU itself. (Highway's own way there
// is two calls, and the registers that must be saved for them: a thirtieth of a pair of boxes.)
extern std::size_t laneTargetPlace;

} // namespace cairn

#define CAIRN_DISPATCH(function) (*HWY_DISPATCH_TABLE(function)[::cairn::laneTargetPlace])
