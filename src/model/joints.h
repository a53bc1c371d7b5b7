// Edits of joints that keep lists, graph and contacts consistent. The facade checks, these act.
#pragma once

#include "model/model.h"

namespace cairn {

// From a record with kind, data, signature and held rows; a six-degree joint has axes too.
JointId createJoint(Model& m, const JointRecord& record, const JointAxes& axes);
void destroyJoint(Model& m, int joint);
void destroyJoints(Model& m, int body);

// Calls fn(joint, the other body) for each joint of a body.
template <class Fn> void forJoints(const Model& m, int body, Fn fn) {
    for (int32_t key = m.bodies[body].firstJoint; key != kNone;) {
        const JointRecord& j = m.joints[key >> 1];
        const int32_t next = j.list[key & 1].next;
        fn(key >> 1, (key & 1) != 0 ? j.bodyA : j.bodyB);
        key = next;
    }
}

// A joint is solved while both bodies are enabled and one is dynamic and awake. Call these around changes of that.
void removeJointsFromGraph(Model& m, int body);
void addJointsToGraph(Model& m, int body);

// Something about the joint changed: bodies that sleep by it are to notice.
void wakeJoint(Model& m, int joint);

// True when a joint between the bodies keeps their shapes from touching.
bool jointsForbidContact(const Model& m, int bodyA, int bodyB);
// After the flag of a joint between the bodies changed: contacts go or are looked for again.
void updateConnectedContacts(Model& m, int bodyA, int bodyB);

} // namespace cairn
