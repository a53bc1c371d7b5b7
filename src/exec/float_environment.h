// FloatEnvironment: while in scope, floating point on this thread is plain IEEE 754: round to nearest, denormals kept,
// exceptions masked. The caller's settings come back at the end.
//
// A game may run with flush-to-zero set on some threads. If those threads shared a step with others that do not flush,
// the result would depend on which of them took a block. So every worker and the caller enter this scope before they
// touch simulation data. Denormals stay on because WebAssembly cannot switch them off: only so can all platforms agree.
// What it costs: arithmetic on denormals is slow on some CPUs; values that decay towards zero should be cut off by the
// code that lets them decay (sleeping does that for velocities).
#pragma once

#include <cstdint>

namespace cairn {

class FloatEnvironment {
public:
    FloatEnvironment();
    ~FloatEnvironment();
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

private:
    uint64_t m_saved;
};

} // namespace cairn
