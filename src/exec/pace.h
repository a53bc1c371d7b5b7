// Pace: whether steps are faster alone.
//
// A second thread does not always help. Small stages are handed from core to core a hundred times a step, at the price
// that the machine asks for it: 70 ns for a line and back where two cores share a cache, 380 ns where they do not, and
// a virtual machine may be moved from one to the other while it runs. There a pyramid of 1275 boxes took 0.71 ms on two
// threads and 0.53 on one. What the other way would take cannot be told from the times of this one. So it is tried:
// for three steps, seldom and at a bounded price, and the faster way is kept. The bits do not depend on it.
#pragma once

#include <chrono>

namespace cairn {

class Pace {
public:
    using Duration = std::chrono::steady_clock::duration;

    bool isAlone() const { return m_isTrial != (m_home == kAlone); }
    // A step that was made as isAlone() had said took so long, where it could have had so many workers.
    void note(Duration step, int workerCount);

private:
    enum Way : int { kTogether, kAlone };
    // Steps; between trials windows of kWindow steps.
    static constexpr int kTrial = 3, kWindow = 8;
    static constexpr int kFirstWait = 4, kAloneWait = 32, kLongestWait = 256;

    bool isFaster(Way way, Way than) const { return m_best[way] < m_best[than] - m_best[than] / 20; }
    Way other() const { return m_home == kAlone ? kTogether : kAlone; }
    void closeWindow(int workerCount);
    void closeTrial();
    void beginPart(bool isTrial);

    Way m_home = kTogether;
    bool m_isTrial = false;
    int m_left = kWindow;                                    // steps of this trial or window
    int m_windows = kFirstWait;                              // until the next trial
    int m_wait = kFirstWait;                                 // and until the one after it, if this one changes nothing
    Duration m_part = Duration::max();                       // the fastest step of this trial or window
    Duration m_best[2] = {Duration::max(), Duration::max()}; // of the last trial or window of either way
};

} // namespace cairn
