// What shapes report, and sensors. See events.h.
#include "world/world_data.h"

namespace cairn {

namespace {

bool hasFlag(WorldData& d, ShapeId id, const char* function, uint32_t flag) {
    const ShapeRecord* s = d.shape(id, function);
    return s && (s->flags & flag) != 0;
}

// A pair reports if one of its shapes does.
void updateContactFlags(Model& m, int shape) {
    constexpr uint32_t kReports = kContactEvents | kHitEvents;
    for (int32_t key = m.bodies[m.shapes[shape].body].firstContact; key != kNone;) {
        Contact& c = m.contacts[key >> 1];
        key = c.link[key & 1].next;
        if (c.shapeA != shape && c.shapeB != shape) continue;
        c.flags = (c.flags & ~kReports) | contactReports(m.shapes[c.shapeA], m.shapes[c.shapeB]);
        if ((c.flags & kContactEvents) == 0) c.flags &= ~static_cast<uint32_t>(kTouching);
    }
}

bool setFlag(WorldData& d, ShapeId id, const char* function, uint32_t flag, bool value) {
    ShapeRecord* s = d.shape(id, function);
    if (!s) return false;
    d.model.hitShapeCount -= (s->flags & kHitEvents) != 0;
    s->flags = value ? s->flags | flag : s->flags & ~flag;
    d.model.hitShapeCount += (s->flags & kHitEvents) != 0;
    d.model.sensorsStale = true;
    updateContactFlags(d.model, static_cast<int>(id.index));
    return true;
}

} // namespace

bool World::contactEvents(ShapeId id) const { return hasFlag(*m_data, id, "contactEvents", kContactEvents); }
bool World::hitEvents(ShapeId id) const { return hasFlag(*m_data, id, "hitEvents", kHitEvents); }
bool World::sensorEvents(ShapeId id) const { return hasFlag(*m_data, id, "sensorEvents", kSensorEvents); }
bool World::setContactEvents(ShapeId id, bool report) {
    m_data->record<Operation::SetContactEvents>(id, report);
    return setFlag(*m_data, id, "setContactEvents", kContactEvents, report);
}
bool World::setHitEvents(ShapeId id, bool report) {
    m_data->record<Operation::SetHitEvents>(id, report);
    return setFlag(*m_data, id, "setHitEvents", kHitEvents, report);
}
bool World::setSensorEvents(ShapeId id, bool noticed) {
    m_data->record<Operation::SetSensorEvents>(id, noticed);
    return setFlag(*m_data, id, "setSensorEvents", kSensorEvents, noticed);
}

bool World::isSensor(ShapeId id) const { return hasFlag(*m_data, id, "isSensor", kSensor); }
int World::sensorOverlaps(ShapeId id, Array<ShapeId>& out) const {
    out.clear();
    const ShapeRecord* s = m_data->shape(id, "sensorOverlaps");
    if (!s) return 0;
    if ((s->flags & kSensor) == 0) {
        refuse("sensorOverlaps", "sensor", id.index, "must be a sensor");
        return 0;
    }
    const Array<SensorOverlap>& all = m_data->model.sensorOverlaps;
    int begin = 0, end = all.count();
    while (begin < end) {
        const int middle = (begin + end) / 2;
        all[middle].sensor < id ? begin = middle + 1 : end = middle;
    }
    for (int i = begin; i < all.count() && all[i].sensor == id; ++i) out.push(all[i].visitor);
    return out.count();
}

} // namespace cairn
