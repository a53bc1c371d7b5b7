// visitArrays(model, visitor): everything a model consists of, each store once. Snapshot, restore, hash, memory
// statistics are loops over it.
//
// A visitor has
//     array(name, Array<T>&)     a store
//     value(name, T&)            a plain number beside the stores
//     passing(name, either)      kept, but decides nothing about the future: events, what every step computes anew
//
// The names of the members are taken apart below, so a member of Model that is not listed here does not compile.
//
// What happens between two steps in which nobody edits anything changes some stores and leaves others alone. The
// smaller form of saving (world/rollback.cpp) rests on that; so the list is in three parts.
#pragma once

#include "model/model.h"

namespace cairn {

// What a step changes, as a whole.
template <class Visitor> void visitMoving(Model& m, Visitor&& v) {
    m.contactIds.visitArrays(v);
    v.array("contacts", m.contacts);
    v.array("live contacts", m.liveContacts.words());
    v.array("unpaired bodies", m.unpaired.words());
    v.array("patches", m.patches);
    v.value("free patch", m.freePatch);
    v.value("special contact count", m.specialContactCount);
    m.graph.visitArrays(v);
    v.array("state bodies", m.stateBody);
    m.movingTree.visitArrays(v);
    v.array("sensor overlaps", m.sensorOverlaps);
    v.value("sensors stale", m.sensorsStale);
    v.value("order count", m.orderCount);
    m.events.forEach([&](auto& list) { list.visitArrays(v); });
}

// What a step changes in part.
template <class Visitor> void visitMixed(Model& m, Visitor&& v) {
    v.array("bodies", m.bodies);
    v.array("joints", m.joints);
}

// What only edits change.
template <class Visitor> void visitFixed(Model& m, Visitor&& v) {
    m.bodyIds.visitArrays(v);
    m.shapeIds.visitArrays(v);
    m.jointIds.visitArrays(v);
    v.value("particle count", m.particleCount);
    v.value("particle shape count", m.particleShapeCount);
    v.array("shapes", m.shapes);
    m.fixedTree.visitArrays(v);
    // Not in the hash, like the rest of definitions: what they say shows in what the joint does.
    v.passing("joint axes", m.jointAxes);
    v.passing("free joint axes", m.freeJointAxes);
    v.array("ignored pairs", m.ignoredPairs);
    v.array("sensors", m.sensors);
    v.value("hit shape count", m.hitShapeCount);
    v.value("sleep singly", m.sleepSingly);
    v.value("structure", m.structure);
}

template <class Visitor> void visitArrays(Model& m, Visitor&& v) {
    // A new store? List it here, in one of the three functions above, and in the hash (world/hash.cpp).
    [[maybe_unused]] auto& [bodyIds, bodies, particleCount, particleShapeCount, shapeIds, shapes, contactIds, contacts,
                            contactPairs, liveContacts, unpaired, patches, freePatch, specialContactCount, jointIds,
                            joints, jointAxes, freeJointAxes, graph, states, masses, stateBody, fixedTree, movingTree,
                            ignoredPairs, sensorOverlaps, sensors, hitShapeCount, sensorsStale, treesStale, orderCount,
                            sleepSingly, structure, events, sleepScratch] = m;
    visitFixed(m, v);
    visitMixed(m, v);
    visitMoving(m, v);
    // One a body that is awake, filled anew by every step.
    v.passing("states", m.states);
    v.passing("masses", m.masses);
    v.passing("trees stale", m.treesStale);
    m.contactPairs.visitPassing(v); // follows from contacts
}

// For visitors that only look.
template <class Visitor> void visitArrays(const Model& m, Visitor&& v) { visitArrays(const_cast<Model&>(m), v); }

} // namespace cairn
