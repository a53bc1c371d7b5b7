// Edits of bodies and shapes that keep proxies, contacts, masses and dense states consistent. The facade checks, these
// act; restoring and replaying go through the same functions.
#pragma once

#include "model/model.h"

#include <cairn/mass.h>

namespace cairn {

// Something about the body changed that its neighbours must notice: patches are found anew.
void unfreeze(Model& m, int body);

// Mass, centre and inertia from the shapes, unless the user gave them. The velocity is kept at the body's points, so
// that of the centre of mass changes with the centre. Also how far each shape reaches from the centre.
void updateMass(Model& m, int body);
void setMassProperties(Model& m, int body, const MassProperties& mass);
MassProperties massPropertiesOf(const Model& m, int body);

// Boxes in the trees, in line with the body's pose.
void insertProxies(Model& m, int body);
void removeProxies(Model& m, int body);
void moveProxies(Model& m, int body);
void destroyContacts(Model& m, int body);
void wakeAround(Model& m, int body);
void destroyContactsOfShape(Model& m, int shape);

void setPose(Model& m, int body, const WorldTransform& pose);
void setType(Model& m, int body, BodyType type);
void setEnabled(Model& m, int body, bool enabled);

// The last that is heard of a shape: its id becomes stale.
void releaseShape(Model& m, int shape);
void addSensor(Model& m, int shape);
// With its shapes, contacts and joints.
void destroyBody(Model& m, int body);
void linkShape(Model& m, int body, int shape);
void unlinkShape(Model& m, int shape);

// A body takes part in the step.
inline bool isMoving(const Body& b) { return b.type != BodyType::Static && (b.flags & kEnabled) != 0; }

} // namespace cairn
