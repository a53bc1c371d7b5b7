// Sensors: who overlaps whom at the end of the step, by the shapes themselves, and who passed through in between.
//
// Overlaps are found in parallel, sorted, and compared with those of the last step. A pair of which neither body is
// awake keeps its verdict, unless an edit may have changed it; with nobody awake at all there is nothing to do.
#include "base/sort.h"
#include "model/sleep.h"
#include "pipeline/step.h"
#include "pipeline/touch.h"

#include <cairn/query.h>

namespace cairn {

namespace {

bool comesBefore(const SensorOverlap& a, const SensorOverlap& b) { return a < b; }

bool holds(std::span<const SensorOverlap> sorted, const SensorOverlap& item) {
    std::size_t begin = 0, end = sorted.size();
    while (begin < end) {
        const std::size_t middle = (begin + end) / 2;
        sorted[middle] < item ? begin = middle + 1 : end = middle;
    }
    return begin < sorted.size() && sorted[begin] == item;
}

bool isNoticed(const ShapeRecord& sensor, const ShapeRecord& visitor) {
    return sensor.body != visitor.body && (visitor.flags & (kSensorEvents | kSensor)) == kSensorEvents &&
           mayTouch(sensor.filter, visitor.filter) &&
           (isConvex(sensor.shape.kind) || isConvex(visitor.shape.kind)); // surfaces do not overlap surfaces
}

void sense(const StepContext& s, int sensor, Array<SensorOverlap>& out) {
    const Model& m = s.model;
    const ShapeRecord& a = m.shapes[sensor];
    const Body& body = m.bodies[a.body];
    if ((body.flags & kEnabled) == 0) return;
    const ShapeId id = m.shapeIds.at(sensor);
    const bool awake = isAwake(body) || m.sensorsStale;
    const auto visit = [&](ProxyHit hit) {
        const int visitor = static_cast<int>(hit.userData);
        const ShapeRecord& b = m.shapes[visitor];
        if (!isNoticed(a, b)) return true;
        const SensorOverlap pair{id, m.shapeIds.at(visitor)};
        const bool overlap = awake || isAwake(m.bodies[b.body])
                                 ? shapesOverlap(a.shape, b.shape, relativeTransform(shapePose(m, a), shapePose(m, b)))
                                 : holds(m.sensorOverlaps, pair);
        if (overlap) out.push(pair);
        return true;
    };
    const Aabb box = worldBox(m, a);
    m.movingTree.overlap(box, kSolidProxy, visit);
    if ((a.flags & kSensesStatic) != 0) m.fixedTree.overlap(box, kSolidProxy, visit);
}

// Between two steps a shape can jump over a sensor when it moves by more than its own thickness.
bool jumps(const ShapeRecord& shape, Vec3 moved) {
    const Aabb box = computeAabb(shape.shape, kIdentity);
    const float half = 0.5f * minComponent(box.upper - box.lower);
    return lengthSquared(moved) > half * half;
}

// Sensors that the shape met on its way and has left again. Sensors are taken where they are now.
void sweep(const StepContext& s, int visitor, Vec3 moved, std::span<const SensorOverlap> now,
           Array<SensorOverlap>& out) {
    const Model& m = s.model;
    const ShapeRecord& b = m.shapes[visitor];
    if ((b.flags & (kSensorEvents | kSensor)) != kSensorEvents || !isConvex(b.shape.kind) || !jumps(b, moved)) return;
    WorldTransform start = shapePose(m, b);
    start.p = start.p - toDouble(moved);
    const Aabb end = worldBox(m, b);
    const Aabb box = merge(end, {end.lower - moved, end.upper - moved});
    const ShapeId id = m.shapeIds.at(visitor);
    const auto visit = [&](ProxyHit hit) {
        const int sensor = static_cast<int>(hit.userData);
        const ShapeRecord& a = m.shapes[sensor];
        const SensorOverlap pair{m.shapeIds.at(sensor), id};
        if (!isNoticed(a, b) || holds(now, pair) || holds(m.sensorOverlaps, pair)) return true;
        const WorldTransform pose = shapePose(m, a);
        if (shapeCast(a.shape, b.shape, relativeTransform(pose, start), inverseRotate(pose.q, moved))) out.push(pair);
        return true;
    };
    m.movingTree.overlap(box, kSensorProxy, visit);
    m.fixedTree.overlap(box, kSensorProxy, visit);
}

// What the workers found, in one sorted array.
std::span<SensorOverlap> gather(StepContext& s) {
    int count = 0;
    for (const Array<SensorOverlap>& list : s.sensed) count += list.count();
    const std::span<SensorOverlap> all = s.arena.allocate<SensorOverlap>(count, "sensor overlaps");
    const std::span<SensorOverlap> scratch = s.arena.allocate<SensorOverlap>(count, "sensor overlaps, sorted");
    std::size_t next = 0;
    for (Array<SensorOverlap>& list : s.sensed) {
        for (const SensorOverlap& pair : list) all[next++] = pair;
        list.clear();
        list.reserve(count); // the next time this worker may find them all
    }
    mergeSort(all, scratch, comesBefore);
    return all;
}

// Tells, in order, what is in `after` and not in `before`, together with what passed.
template <class Tell>
void tellNew(std::span<const SensorOverlap> before, std::span<const SensorOverlap> after,
             std::span<const SensorOverlap> passed, Tell tell) {
    std::size_t i = 0, k = 0;
    for (const SensorOverlap& pair : after) {
        while (i < before.size() && before[i] < pair) ++i;
        if (i < before.size() && before[i] == pair) continue;
        while (k < passed.size() && passed[k] < pair) tell(passed[k++]);
        tell(pair);
    }
    while (k < passed.size()) tell(passed[k++]);
}

} // namespace

void updateSensors(StepContext& s) {
    Model& m = s.model;
    const bool idle = !m.sensorsStale && m.states.count() == 1;
    if (idle || (m.sensors.empty() && m.sensorOverlaps.empty())) return;
    parallelFor(s.tasks, m.sensors.count(), 4, [&](int begin, int end, int worker) {
        for (int i = begin; i < end; ++i) sense(s, m.sensors[i], s.sensed[static_cast<std::size_t>(worker)]);
    });
    const std::span<const SensorOverlap> now = gather(s);
    parallelFor(s.tasks, m.sensors.empty() ? 0 : m.states.count() - 1, 64, [&](int begin, int end, int worker) {
        for (int i = begin + 1; i < end + 1; ++i)
            for (int shape = m.bodies[m.stateBody[i]].firstShape; shape != kNone; shape = m.shapes[shape].next)
                sweep(s, shape, m.states[i].dx, now, s.sensed[static_cast<std::size_t>(worker)]);
    });
    const std::span<const SensorOverlap> passed = gather(s);
    tellNew(m.sensorOverlaps, now, passed, [&](const SensorOverlap& p) {
        m.events.sensorBegins.push({p.sensor, p.visitor});
    });
    tellNew(now, m.sensorOverlaps, passed, [&](const SensorOverlap& p) {
        m.events.sensorEnds.push({p.sensor, p.visitor});
    });
    m.sensorOverlaps.clear();
    m.sensorOverlaps.append(now);
    m.sensorsStale = false;
}

} // namespace cairn
