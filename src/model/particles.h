// Particles: nodes of three numbers among the nodes of six.
//
// A particle lies in the store of bodies, as a body whose inverse inertia is zero: then no impulse can turn it, K of
// every constraint is that of a point, and contacts, joints, colours, islands, sleep, saving and quarantine are those
// of bodies, without a line of their own. With a radius it has one ball as its shape, that pairs with shapes of bodies
// and not with those of particles. Ids come from one pool, so the index of a particle is a node of the graph; its
// generation is typed apart for users, and neither kind of id is taken for the other.
//
// The price is memory, six numbers that stay zero and a rotation that stays the identity: see docs/architecture.md for
// what was measured.
#pragma once

#include "model/model.h"

namespace cairn {

inline bool isParticle(const Body& b) { return (b.flags & kParticle) != 0; }

inline BodyId nodeId(ParticleId id) { return {id.index, id.generation}; }
inline ParticleId particleId(BodyId node) { return {node.index, node.generation}; }

inline bool isParticle(const Model& m, ParticleId id) {
    return m.bodyIds.isLive(nodeId(id)) && isParticle(m.bodies[static_cast<int>(id.index)]);
}
inline bool isBody(const Model& m, BodyId id) {
    return m.bodyIds.isLive(id) && !isParticle(m.bodies[static_cast<int>(id.index)]);
}
inline bool isShape(const Model& m, ShapeId id) {
    return m.shapeIds.isLive(id) && (m.shapes[static_cast<int>(id.index)].flags & kParticleShape) == 0;
}

inline int bodyCountOf(const Model& m) { return m.bodyIds.count() - m.particleCount; }
inline int shapeCountOf(const Model& m) { return m.shapeIds.count() - m.particleShapeCount; }

// The facade checks, these act. A particle goes by destroyBody.
ParticleId createParticle(Model& m, const ParticleDef& def);
ParticleDef definitionOf(const Model& m, int particle);
void setDefinition(Model& m, int particle, const ParticleDef& def);

} // namespace cairn
