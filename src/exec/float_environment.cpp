// The control register of each platform.
#include "exec/float_environment.h"

#if defined(__SSE__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

namespace cairn {

namespace {

#if defined(__SSE__) || defined(_M_X64)
// MXCSR: bits 7..12 mask the exceptions; rounding (13, 14), flush-to-zero (15) and denormals-are-zero (6) are off.
// Bits 0..5 tell of exceptions that were masked: nobody's settings.
constexpr uint64_t kIeee = 0x1F80, kSettings = 0xFFC0;
uint64_t readControl() { return _mm_getcsr(); }
void writeControl(uint64_t value) { _mm_setcsr(static_cast<unsigned int>(value)); }
#elif defined(__aarch64__) && defined(__GNUC__)
// FPCR: zero is round to nearest, no flushing, no default NaN, exceptions untrapped.
constexpr uint64_t kIeee = 0, kSettings = ~uint64_t(0);
uint64_t readControl() {
    uint64_t value;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(value));
    return value;
}
void writeControl(uint64_t value) { __asm__ __volatile__("msr fpcr, %0" : : "r"(value)); }
#else
// WebAssembly, and others without a control register that matters: always IEEE.
constexpr uint64_t kIeee = 0, kSettings = ~uint64_t(0);
uint64_t readControl() { return 0; }
void writeControl(uint64_t) {}
#endif

} // namespace

// Writing the register is slow, and mostly changes nothing.
FloatEnvironment::FloatEnvironment() : m_saved(readControl()) {
    if ((m_saved & kSettings) != kIeee) writeControl(kIeee);
}
FloatEnvironment::~FloatEnvironment() {
    if ((m_saved & kSettings) != kIeee) writeControl(m_saved);
}

} // namespace cairn
