// See body_order.h.
#include "pipeline/body_order.h"

#include <algorithm>
#include <bit>

namespace cairn {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A colour has a body once, so there is a place for each: scratch of one worker.
struct Places {
    std::span<int32_t> patch, high; // by lower state
    std::span<uint64_t> taken;      // bits: states that have one; none between two colours
};

// By body; for those that are awake.
void findStates(const StepContext& s, std::span<int32_t> states) {
    const Array<int32_t>& bodies = s.model.stateBody;
    parallelFor(s.tasks, bodies.count() - 1, 1024, [&](int begin, int end, int) {
        for (int i = begin + 1; i < end + 1; ++i) states[at(bodies[i])] = i;
    });
}

void orderColour(const Colouring& graph, std::span<const int32_t> states, const OrderedColour& c, Places& places,
                 OrderedPatches& out) {
    graph.forEachEdge(GraphEdge::Patch, c.colour, [&](int edge) {
        const Colouring::Ends ends = graph.endsOf(GraphEdge::Patch, edge);
        const int32_t a = ends.a == Colouring::kNoNode ? states[at(ends.b)] : states[at(ends.a)];
        const int32_t b = ends.b == Colouring::kNoNode ? a : states[at(ends.b)];
        const int32_t low = min(a, b);
        places.patch[at(low)] = edge;
        places.high[at(low)] = max(a, b);
        places.taken[at(low / 64)] |= uint64_t(1) << low % 64;
    });
    std::size_t next = at(c.begin);
    int32_t reach = 0;
    for (std::size_t w = 0; w < places.taken.size(); ++w) {
        for (uint64_t word = places.taken[w]; word != 0; word &= word - 1) {
            const std::size_t low = 64 * w + static_cast<std::size_t>(std::countr_zero(word));
            out.patch[next] = places.patch[low];
            out.low[next] = static_cast<int32_t>(low);
            out.reach[next++] = reach = max(reach, places.high[low]);
        }
        places.taken[w] = 0;
    }
}

std::span<const OrderedColour> coloursOf(StepContext& s) {
    const Colouring& graph = s.model.graph;
    const std::span<OrderedColour> colours =
        s.arena.allocate<OrderedColour>(std::popcount(graph.activeColours()), "ordered colours");
    std::size_t used = 0;
    int next = 0;
    for (uint64_t left = graph.activeColours(); left != 0; left &= left - 1) {
        const int c = std::countr_zero(left), count = graph.edgeCount(GraphEdge::Patch, c);
        if (count > 0) colours[used++] = {c, next, next + count};
        next += count;
    }
    return colours.subspan(0, used);
}

// The first place from `state` on where nothing joins below and above, or `limit`.
int32_t freeCut(const OrderedPatches& p, int32_t state, int32_t limit) {
    for (bool moved = true; moved && state < limit;) {
        moved = false;
        for (const OrderedColour& c : p.colours) {
            const auto low = p.low.begin();
            const auto end = std::lower_bound(low + c.begin, low + c.end, state) - low;
            if (end == c.begin || p.reach[at(static_cast<int>(end) - 1)] < state) continue;
            state = p.reach[at(static_cast<int>(end) - 1)] + 1;
            moved = true;
        }
    }
    return min(state, limit);
}

struct Room {
    OrderedPatches out;
    std::span<int32_t> states;
    Places places; // of all workers, one after the other
};

Room roomToOrder(StepContext& s) {
    const Model& m = s.model;
    const auto numbers = [&](int count, const char* name) { return s.arena.allocate<int32_t>(count, name); };
    const std::span<const OrderedColour> colours = coloursOf(s);
    const int count = colours.empty() ? 0 : colours.back().end, places = s.workerCount * m.states.count();
    return {
        {colours, numbers(count, "ordered patches"), numbers(count, "lower states"), numbers(count, "highest states")},
        numbers(m.bodies.count(), "states of bodies"),
        {numbers(places, "patches by state"), numbers(places, "upper states"),
         s.arena.allocate<uint64_t>(s.workerCount * (m.states.count() / 64 + 1), "states with a patch")}};
}

} // namespace

void leaveRoomToOrder(StepContext& s) { roomToOrder(s); }

OrderedPatches orderPatches(StepContext& s) {
    const Model& m = s.model;
    const Room room = roomToOrder(s);
    OrderedPatches out = room.out;
    findStates(s, room.states);
    for (uint64_t& word : room.places.taken) word = 0;
    constexpr std::size_t kFew = 1024; // not worth calling anybody
    const int colourCount = static_cast<int>(out.colours.size()), places = m.states.count(), words = places / 64 + 1;
    const int together = out.patch.size() < kFew ? colourCount : 1;
    parallelFor(s.tasks, colourCount, together, [&](int begin, int end, int worker) {
        const auto part = [worker](auto all, int size) { return all.subspan(at(worker * size), at(size)); };
        Places own{part(room.places.patch, places), part(room.places.high, places), part(room.places.taken, words)};
        for (int i = begin; i < end; ++i) orderColour(m.graph, room.states, out.colours[at(i)], own, out);
    });
    return out;
}

std::span<const int32_t> cutStates(StepContext& s, const OrderedPatches& patches, int size) {
    constexpr int kMuchLarger = 4;
    const int32_t end = s.model.states.count();
    const std::span<int32_t> cuts = s.arena.allocate<int32_t>(end / size + 2, "cuts");
    std::size_t count = 0;
    for (int32_t state = 1; state < end;) {
        cuts[count++] = state;
        const int32_t limit = state + kMuchLarger * size;
        state = freeCut(patches, state + size, limit);
        if (state == limit) return {};
    }
    cuts[count++] = end;
    return cuts.subspan(0, count);
}

} // namespace cairn
