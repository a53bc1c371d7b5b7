// Errors reach the innermost capture, with the function, the field and the value named.
#include <cairn/error.h>

#include <gtest/gtest.h>

namespace cairn {

TEST(Error, captureKeepsTheFirstAndCountsAll) {
    ErrorCapture capture;
    reportError({"buildHull", "points[3].x", 2.5, "must be finite"});
    reportError({"other", "field", 0, "reason"});
    EXPECT_EQ(capture.count(), 2);
    EXPECT_STREQ(capture.message(), "buildHull: points[3].x = 2.5: must be finite");
    EXPECT_STREQ(capture.field(), "points[3].x");
}

TEST(Error, callbackSeesErrorsOutsideCaptures) {
    int calls = 0;
    setErrorCallback([](const Error&, void* context) { ++*static_cast<int*>(context); }, &calls);
    reportError({"f", "x", 0, "r"});
    {
        ErrorCapture capture;
        reportError({"f", "x", 0, "r"});
    }
    setErrorCallback(nullptr, nullptr);
    EXPECT_EQ(calls, 1);
}

} // namespace cairn
