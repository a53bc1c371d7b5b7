// Flag: one bit that any thread may look at while another sets it.
#pragma once

#include <atomic>

namespace cairn {

class Flag {
public:
    bool isSet() const { return m_value.load(std::memory_order_acquire); }
    // True for the one caller that found it down.
    bool raise() { return !m_value.exchange(true, std::memory_order_acq_rel); }
    void set(bool value) { m_value.store(value, std::memory_order_release); }

private:
    std::atomic<bool> m_value{false};
};

} // namespace cairn
