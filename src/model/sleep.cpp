// See sleep.h.
#include "model/sleep.h"

#include "base/prefetch.h"
#include "base/sort.h"
#include "model/joints.h"
#include "model/particles.h"

namespace cairn {

namespace {

template <class Fn> void forContacts(const Model& m, int body, Fn fn) {
    for (int32_t key = m.bodies[body].firstContact; key != kNone;) {
        const Contact& c = m.contacts[key >> 1];
        const int32_t next = c.link[key & 1].next;
        fn(key >> 1, c, (key & 1) != 0 ? c.bodyA : c.bodyB);
        key = next;
    }
}

void sortAscending(Array<int32_t>& values, Array<int32_t>& scratch) {
    scratch.resizeUninitialized(values.count());
    mergeSort<int32_t>(values, scratch, [](int32_t a, int32_t b) { return a < b; });
}

// Each once, ascending. Many are marked in a set and read off, few are sorted.
void sortContacts(Model& m, Array<int32_t>& contacts) {
    SleepScratch& s = m.sleepScratch;
    if (contacts.count() > m.contacts.count() / 256) {
        s.marked.reserve(m.contacts.count());
        for (const int32_t c : contacts) s.marked.set(c);
        contacts.clear();
        s.marked.forEach([&](int c) { contacts.push(c); });
        s.marked.reset();
        return;
    }
    sortAscending(contacts, s.sorted);
    int kept = 0;
    for (int i = 0; i < contacts.count(); ++i)
        if (i == 0 || contacts[i] != contacts[i - 1]) contacts[kept++] = contacts[i];
    contacts.resizeUninitialized(kept);
}

SleepContact summaryOf(const Model& m, int contact) {
    const Contact& c = m.contacts[contact];
    return {contact, c.bodyA, c.bodyB, isTouching(c) ? c.firstPatch : kNone, (c.flags & kManyPatches) != 0};
}

// The contacts that were met, as their summaries.
void summarizeContacts(Model& m) {
    SleepScratch& s = m.sleepScratch;
    constexpr int kAhead = 12;
    sortContacts(m, s.met);
    s.contacts.clear();
    for (int i = 0; i < s.met.count(); ++i) {
        if (i + kAhead < s.met.count()) prefetch(&m.contacts[s.met[i + kAhead]]);
        s.contacts.push(summaryOf(m, s.met[i]));
    }
}

// Contacts of the bodies.
void gatherContacts(Model& m, std::span<const int32_t> bodies) {
    Array<int32_t>& met = m.sleepScratch.met;
    met.clear();
    for (const int32_t body : bodies) forContacts(m, body, [&](int c, const Contact&, int) { met.push(c); });
    summarizeContacts(m);
}

// Of most contacts the only patch is one that touches, and need not be fetched from memory to be asked.
void joinGraph(Model& m, const SleepContact& c) {
    if (c.patch == kNone) return;
    const int a = graphNode(m, c.bodyA), b = graphNode(m, c.bodyB);
    if (a == Colouring::kNoNode && b == Colouring::kNoNode) return;
    const auto join = [&](int p) {
        if (!m.graph.has(GraphEdge::Patch, p)) m.graph.add(GraphEdge::Patch, p, a, b);
    };
    if (!c.hasMany) return join(c.patch);
    for (int p = c.patch; p != kNone; p = m.patches[p].next)
        if (m.patches[p].count > 0) join(p);
}

// Runs `change`, which gives bodies states (`wakes`) or takes them, with their contacts, which have been gathered, out
// of the graph.
template <class Fn> void withContactsOut(Model& m, std::span<const int32_t> bodies, bool wakes, Fn change) {
    const Array<SleepContact>& contacts = m.sleepScratch.contacts;
    const bool haveJoints = m.jointIds.count() > 0;
    for (const SleepContact& c : contacts)
        if (m.liveContacts.test(c.contact)) leaveGraph(m, c.contact);
    if (haveJoints)
        for (const int32_t body : bodies) removeJointsFromGraph(m, body);
    change();
    if (haveJoints)
        for (const int32_t body : bodies) addJointsToGraph(m, body);
    // Two of three do not touch. All of those that wake are live.
    Array<int32_t>& joining = m.sleepScratch.sorted;
    joining.clear();
    for (int i = 0; i < contacts.count(); ++i) {
        const SleepContact& c = contacts[i];
        setLive(m, c.contact, wakes || isAwake(m.bodies[c.bodyA]) || isAwake(m.bodies[c.bodyB]));
        if (c.patch != kNone) joining.push(i);
    }
    for (int i = 0; i < joining.count(); ++i) {
        constexpr int kAhead = 12;
        if (i + kAhead < joining.count()) {
            const SleepContact& ahead = contacts[joining[i + kAhead]];
            prefetch(&m.bodies[ahead.bodyA].state);
            prefetch(&m.bodies[ahead.bodyB].state);
        }
        joinGraph(m, contacts[joining[i]]);
    }
}

// `body`, and the dynamic bodies that are in the same state and hang together with it, ascending, into the scratch; and
// their contacts.
//     Contacts and bodies lie where they came to lie, and each look at one waits for memory. So the lists of eight
// bodies are walked in turns: what a walk looks at next is on its way while the others have theirs. (An island of 5,000
// is gathered in less than half the time.)
//     An island that turns out to have one in 32 of all contacts is found by looking through all of them in the
// order in which they lie, which is three times as fast a contact.
class IslandWalk {
public:
    IslandWalk(Model& model, int body)
        : m(model), s(model.sleepScratch), m_start(body), m_awake(isAwake(model.bodies[body])),
          m_spreads(model.bodies[body].type == BodyType::Dynamic) {
        s.bodies.clear();
        s.met.clear();
        reachNew(body);
    }

    void run() {
        Walk walks[8];
        bool isLarge = false;
        for (bool isGoing = true; isGoing && !isLarge;) {
            isGoing = false;
            for (Walk& walk : walks) isGoing |= turn(walk);
            isLarge = m_spreads && s.met.count() > max(512, m.contacts.count() / 32);
        }
        for (const int32_t b : s.bodies) s.seen.clear(b);
        if (isLarge) return lookThroughAll();
        sortAscending(s.bodies, s.sorted);
        summarizeContacts(m);
    }

private:
    struct Walk {
        int32_t key = kNone;  // in the list of a body
        int32_t near = kNone; // who was at the other end of the last contact
    };

    // May be of the island.
    bool mayBelong(const Body& b) const {
        return b.type == BodyType::Dynamic && isAwake(b) == m_awake && (m_awake || isAsleep(b)); // else disabled
    }

    // All contacts come by once, and what is asked of them later is in their summaries.
    void lookThroughAll() {
        BitSet& mayJoin = s.seen;
        for (int b = 0; b < m.bodies.count(); ++b)
            if (mayBelong(m.bodies[b])) mayJoin.set(b);
        Islands& islands = s.islands;
        islands.reset(m.bodies.count());
        const auto join = [&](int a, int b) {
            if (mayJoin.test(a) && mayJoin.test(b)) islands.join(a, b);
        };
        s.contacts.clear();
        m.contactIds.forEach([&](ContactId id) {
            constexpr int kAhead = 16;
            const int index = static_cast<int>(id.index);
            if (index + kAhead < m.contacts.count()) prefetch(&m.contacts[index + kAhead]);
            const SleepContact& c = s.contacts.push(summaryOf(m, index));
            if (c.patch != kNone && !m.sleepSingly) join(c.bodyA, c.bodyB);
        });
        m.jointIds.forEach([&](JointId id) {
            const JointRecord& j = m.joints[static_cast<int>(id.index)];
            join(j.bodyA, j.bodyB);
        });
        mayJoin.reset();
        keepIsland(islands);
    }

    // The bodies and contacts of the first body's island.
    void keepIsland(Islands& islands) {
        BitSet& kept = s.seen;
        s.bodies.clear();
        islands.mark(m_start);
        for (int b = 0; b < m.bodies.count(); ++b)
            if (islands.isMarked(b)) kept.set(s.bodies.push(b));
        int count = 0;
        for (const SleepContact& c : s.contacts)
            if (kept.test(c.bodyA) || kept.test(c.bodyB)) s.contacts[count++] = c;
        s.contacts.resizeUninitialized(count);
        kept.reset();
    }

    // One look at each of what was asked for the last time. False if there was nothing to do.
    bool turn(Walk& walk) {
        if (walk.near != kNone) reach(walk.near);
        walk.near = kNone;
        if (walk.key == kNone) {
            if (m_next == s.bodies.count()) return false;
            const int body = s.bodies[m_next++];
            if (m_spreads) forJoints(m, body, [&](int, int other) { reach(other); });
            ask(walk.key = m.bodies[body].firstContact);
            return true;
        }
        const Contact& c = m.contacts[walk.key >> 1];
        s.met.push(walk.key >> 1);
        if (m_spreads && !m.sleepSingly && isTouching(c)) {
            const int other = (walk.key & 1) != 0 ? c.bodyA : c.bodyB;
            if (!s.seen.test(other)) prefetch(&m.bodies[walk.near = other]);
        }
        ask(walk.key = c.link[walk.key & 1].next);
        return true;
    }
    void ask(int32_t key) const {
        if (key == kNone) return;
        const Contact& c = m.contacts[key >> 1];
        prefetch(&c);
        prefetch(&c.link);
    }
    void reach(int other) {
        if (!s.seen.test(other) && mayBelong(m.bodies[other])) reachNew(other);
    }
    void reachNew(int body) {
        s.seen.set(body);
        s.bodies.push(body);
    }

    Model& m;
    SleepScratch& s;
    int m_start;
    bool m_awake, m_spreads;
    int m_next = 0; // of the bodies, to be walked from
};

void reportSleep(Model& m, int body, bool awake) {
    if (!isParticle(m.bodies[body])) m.events.sleeps.push({m.bodyIds.at(body), awake});
}

void restartClock(Body& b) {
    b.restTime = 0.0f;
    b.restCenter = b.center;
    b.restRotation = b.pose.q;
}

// What waking writes of a body.
void prefetchBody(const Model& m, const Array<int32_t>& bodies, int i) {
    if (i >= bodies.count()) return;
    const Body& b = m.bodies[bodies[i]];
    prefetch(&b);
    prefetch(&b.state);
    prefetch(&b.restCenter);
    prefetch(&b.restRotation);
}

// Those with other sleeping bodies were left for now.
void lookForPairs(Model& m, int body) {
    for (int s = m.bodies[body].firstShape; s != kNone; s = m.shapes[s].next) m.movingTree.touch(m.shapes[s].proxy);
    m.unpaired.clear(body);
}

} // namespace

void joinGraph(Model& m, int contact) { joinGraph(m, summaryOf(m, contact)); }
void leaveGraph(Model& m, int contact) {
    for (int p = m.contacts[contact].firstPatch; p != kNone; p = m.patches[p].next)
        if (m.graph.has(GraphEdge::Patch, p)) m.graph.remove(GraphEdge::Patch, p);
}

void wakeBody(Model& m, int body) {
    if (isAwake(m.bodies[body])) return restartClock(m.bodies[body]);
    if (!isAsleep(m.bodies[body])) return;
    IslandWalk(m, body).run();
    const Array<int32_t>& bodies = m.sleepScratch.bodies;
    withContactsOut(m, bodies, true, [&] {
        for (int i = 0; i < bodies.count(); ++i) {
            prefetchBody(m, bodies, i + 6);
            const int32_t index = bodies[i];
            addState(m, index);
            restartClock(m.bodies[index]);
            if (m.unpaired.test(index)) lookForPairs(m, index);
            reportSleep(m, index, true);
        }
    });
}

void wakeTouching(Model& m, int body, int shape) {
    // Waking moves no contact in the list of this body.
    forContacts(m, body, [&](int, const Contact& c, int other) {
        if (shape != kNone && c.shapeA != shape && c.shapeB != shape) return;
        if (m.bodies[other].type == BodyType::Dynamic && isTouching(c)) wakeBody(m, other);
    });
    if (shape != kNone) return;
    forJoints(m, body, [&](int, int other) {
        if (m.bodies[other].type == BodyType::Dynamic) wakeBody(m, other);
    });
}

void wakeInBox(Model& m, const Aabb& box) {
    Array<int32_t> found;
    m.movingTree.overlap(box, 0xFFFFFFFFu, [&](ProxyHit hit) {
        found.push(m.shapes[static_cast<int>(hit.userData)].body);
        return true;
    });
    for (const int32_t body : found)
        if (isAsleep(m.bodies[body])) wakeBody(m, body);
}

void wakeAll(Model& m) {
    m.bodyIds.forEach([&](BodyId id) { wakeBody(m, static_cast<int>(id.index)); });
}

static void sleepGathered(Model& m, std::span<const int32_t> bodies) {
    withContactsOut(m, bodies, false, [&] {
        for (const int32_t index : bodies) {
            removeState(m, index);
            Body& b = m.bodies[index];
            b.v = b.w = b.force = b.torque = kZero;
            reportSleep(m, index, false);
        }
    });
}

void sleepBodies(Model& m, std::span<const int32_t> bodies) {
    gatherContacts(m, bodies);
    sleepGathered(m, bodies);
}

void sleepIsland(Model& m, int body) {
    if (!isAwake(m.bodies[body])) return;
    IslandWalk(m, body).run();
    sleepGathered(m, m.sleepScratch.bodies);
}

} // namespace cairn
