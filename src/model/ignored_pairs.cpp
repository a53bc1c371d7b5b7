// See ignored_pairs.h.
#include "model/ignored_pairs.h"

#include "model/sleep.h"

namespace cairn {

namespace {

uint64_t pairKey(int a, int b) {
    const uint64_t low = static_cast<uint64_t>(a < b ? a : b), high = static_cast<uint64_t>(a < b ? b : a);
    return low << 32 | high;
}

// The first place whose key is not below `key`.
int placeOf(const Array<uint64_t>& keys, uint64_t key) {
    int begin = 0, end = keys.count();
    while (begin < end) {
        const int middle = (begin + end) / 2;
        keys[middle] < key ? begin = middle + 1 : end = middle;
    }
    return begin;
}

bool holds(const Array<uint64_t>& keys, int place, uint64_t key) { return place < keys.count() && keys[place] == key; }

void destroyContactsBetween(Model& m, int bodyA, int bodyB) {
    for (int32_t key = m.bodies[bodyA].firstContact; key != kNone;) {
        const Contact& c = m.contacts[key >> 1];
        const int32_t next = c.link[key & 1].next;
        if (c.bodyA == bodyB || c.bodyB == bodyB) destroyContact(m, key >> 1);
        key = next;
    }
}

} // namespace

bool isPairIgnored(const Model& m, int bodyA, int bodyB) {
    if ((m.bodies[bodyA].flags & m.bodies[bodyB].flags & kIgnoresPairs) == 0) return false;
    const uint64_t key = pairKey(bodyA, bodyB);
    return holds(m.ignoredPairs, placeOf(m.ignoredPairs, key), key);
}

void ignorePair(Model& m, int bodyA, int bodyB, bool ignore) {
    const uint64_t key = pairKey(bodyA, bodyB);
    Array<uint64_t>& keys = m.ignoredPairs;
    const int place = placeOf(keys, key);
    if (holds(keys, place, key) == ignore) return;
    changeStructure(m, StructureEdit::Ignore, ignore, key);
    wakeBody(m, bodyA);
    wakeBody(m, bodyB);
    if (ignore) {
        keys.push(key);
        for (int i = keys.count() - 1; i > place; --i) keys[i] = keys[i - 1];
        keys[place] = key;
        m.bodies[bodyA].flags |= kIgnoresPairs;
        m.bodies[bodyB].flags |= kIgnoresPairs;
        destroyContactsBetween(m, bodyA, bodyB);
        return;
    }
    for (int i = place; i + 1 < keys.count(); ++i) keys[i] = keys[i + 1];
    keys.resizeUninitialized(keys.count() - 1);
    const Body& b = m.bodies[bodyA];
    if ((b.flags & kEnabled) == 0) return;
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) treeOf(m, b).touch(m.shapes[s].proxy);
}

void forgetPairs(Model& m, int body) {
    if ((m.bodies[body].flags & kIgnoresPairs) == 0) return;
    int kept = 0;
    for (const uint64_t key : m.ignoredPairs)
        if (static_cast<int>(key >> 32) != body && static_cast<int>(key & 0xFFFFFFFFu) != body)
            m.ignoredPairs[kept++] = key;
    m.ignoredPairs.resizeUninitialized(kept);
}

} // namespace cairn
