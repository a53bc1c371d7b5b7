// Trials and windows; pace.h explains them.
#include "exec/pace.h"

namespace cairn {

namespace {

// What a step of a trial alone may take: as long as together, times the threads. More than that is a hitch that can be
// seen, and a step that takes so long has parts that are large enough to share.
constexpr std::chrono::milliseconds kDearest{4};

} // namespace

void Pace::beginPart(bool isTrial) {
    m_isTrial = isTrial;
    m_left = isTrial ? kTrial : kWindow;
    m_part = Duration::max();
}

void Pace::closeWindow(int workerCount) {
    m_best[m_home] = m_part;
    // Or slower than the other way once was: another world by now, or another machine.
    const bool isDue = --m_windows <= 0 || isFaster(other(), m_home);
    if (!isDue) return beginPart(false);
    m_windows = m_wait;
    beginPart(m_home == kAlone || m_part * workerCount <= kDearest);
}

void Pace::closeTrial() {
    m_best[other()] = m_part;
    if (isFaster(other(), m_home)) {
        m_home = other();
        m_wait = kFirstWait;
    } else {
        const int longest = m_home == kAlone ? kAloneWait : kLongestWait;
        m_wait = 4 * m_wait < longest ? 4 * m_wait : longest;
    }
    m_windows = m_wait;
    beginPart(false);
}

void Pace::note(Duration step, int workerCount) {
    // The first step of a trial finds the bodies in the caches of others.
    if (step < m_part && !(m_isTrial && m_left == kTrial)) m_part = step;
    if (--m_left > 0) return;
    if (m_isTrial)
        closeTrial();
    else
        closeWindow(workerCount);
}

} // namespace cairn
