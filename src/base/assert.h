// CAIRN_ASSERT finds bugs inside Cairn. It is on in debug builds and wherever CAIRN_ENABLE_ASSERTS is defined, and it
// never guards against bad caller data: that is reportError's job, in every build.
#pragma once

#if !defined(NDEBUG) && !defined(CAIRN_ENABLE_ASSERTS)
#define CAIRN_ENABLE_ASSERTS
#endif

namespace cairn {
[[noreturn]] void assertFailed(const char* condition, const char* file, int line);
}

#ifdef CAIRN_ENABLE_ASSERTS
#define CAIRN_ASSERT(condition) ((condition) ? (void)0 : ::cairn::assertFailed(#condition, __FILE__, __LINE__))
#else
#define CAIRN_ASSERT(condition) ((void)0)
#endif
