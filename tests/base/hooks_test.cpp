// Text goes to the log hook; a failed assertion is logged, told, and ends the program.
#include "base/assert.h"
#include "base/log.h"

#include <cairn/error.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace cairn {

TEST(Hooks, errorsWithoutACallbackGoToTheLog) {
    std::string text;
    setLogCallback(
        [](LogLevel level, const char* line, void* context) {
            EXPECT_EQ(level, LogLevel::Error);
            *static_cast<std::string*>(context) += line;
        },
        &text);
    reportError({"step", "dt", -1.0, "must be positive"});
    setLogCallback(nullptr, nullptr);
    EXPECT_EQ(text, "step: dt = -1: must be positive");
}

TEST(HooksDeathTest, failedAssertionsAreLoggedAndTold) {
    const auto fail = [] {
        setAssertCallback(
            [](const char* condition, const char*, int line, void*) {
                std::fprintf(stderr, "told of %s in line %d\n", condition, line);
                std::exit(3);
            },
            nullptr);
        assertFailed("a == b", "x.cpp", 7);
    };
    EXPECT_EXIT(fail(), testing::ExitedWithCode(3), "x.cpp:7: assertion failed: a == b\ntold of a == b in line 7");
}

TEST(HooksDeathTest, aBugEndsTheProgramEvenIfNobodyListens) {
    EXPECT_DEATH(assertFailed("a == b", "x.cpp", 7), "x.cpp:7: assertion failed: a == b");
}

} // namespace cairn
