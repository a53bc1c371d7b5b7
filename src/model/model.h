// Model: every store of a world, and the few edits that keep their links consistent.
#pragma once

#include "base/id_pool.h"
#include "graph/colouring.h"
#include "model/body_state.h"
#include "model/records.h"

namespace cairn {

struct ContactTag;
using ContactId = Id<ContactTag>;

struct Model {
    IdPool<BodyTag> bodyIds;
    Array<Body> bodies;
    IdPool<ShapeTag> shapeIds;
    Array<ShapeRecord> shapes;
    IdPool<ContactTag> contactIds;
    Array<Contact> contacts;
    Array<int32_t> liveContacts; // contact indices, dense
    Array<Patch> patches;
    int32_t freePatch = kNone;
    Colouring graph; // nodes are body indices, edges are patch indices

    // Dense, one per body that can move. Slot 0 stands for everything that cannot.
    Array<BodyState> states;
    Array<BodyMass> masses;
    Array<int32_t> stateBody; // body of each slot

    DynamicBvh fixedTree{{.margin = 0.0f}}; // shapes of static bodies
    DynamicBvh movingTree;

    Model();
};

// Shape in the world.
inline WorldTransform shapePose(const Model& m, const ShapeRecord& s) { return m.bodies[s.body].pose * s.pose; }
// World axes; locked axes do not turn.
Sym33 worldInverseInertia(const Body& b);
// Node of the constraint graph: bodies with no mass are nobody's business.
inline int graphNode(const Model& m, int body) {
    return m.bodies[body].type == BodyType::Dynamic ? body : Colouring::kNoNode;
}

// The shape's box in the world, rounded outward.
Aabb worldBox(const Model& m, const ShapeRecord& s);

// The tree that holds the shapes of a body.
inline DynamicBvh& treeOf(Model& m, const Body& b) { return b.type == BodyType::Static ? m.fixedTree : m.movingTree; }

ContactMaterial combineMaterials(const Material& a, const Material& b);

int createContact(Model& m, int shapeA, int shapeB);
void destroyContact(Model& m, int contact);
bool haveContact(const Model& m, int shapeA, int shapeB);
// Makes the contact own exactly `count` patches (at least 1); new ones are empty. Drops leave the graph.
void resizePatches(Model& m, int contact, int count);
void addState(Model& m, int body);
void removeState(Model& m, int body);

} // namespace cairn
