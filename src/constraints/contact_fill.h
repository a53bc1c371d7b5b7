// Patches into the lanes of a bundle: what the solver reads of them, raw. prepareContacts (contact_solve.h) does the
// rest.
//
// WEIGHT AMPLIFICATION (Tsuda 2009). What carries a load counts, against what it carries, as heavier than it is: the
// sweep then needs fewer passes to tell the ground about the load, and stacks come to rest instead of swaying. In a
// stack the factor tapers off with the load, or the bottom of a tall tower would be too stiff for its top. Where the
// upper body is much heavier, the lower one counts as a quarter of it: a sweep spreads a load over a mass ratio of 1000
// in about 1000 passes, over 4 in 4, and a step has eight. Anything from eight times as heavy as what it rests on
// sinks by (1 + 4) g / omega^2 in either contact, 1.7 mm in all, however heavy it is. The price: what it rests on feels
// four times its own weight of that, and hands on no more. Both only for contacts that carried a load in the last step,
// along gravity: impacts and free bodies keep their masses, and with them momentum. So do particles, which seldom rest
// on anything: what holds them are links, and those must be told the whole load. How much is up to the recipe.
//
// What is heavier for one contact is so for as long as it carries. A pebble of 1.4 kg between rocks of 100 and 400 kg
// counts as 100, and their impulses are those of such a body: when the points of the patch are all new, or the patch
// has turned past 60 degrees, and the pebble is 1.4 kg again, they would throw it away (counting as 40 kg, at 170 m/s:
// its friction alone was 380 Ns). So a patch knows the share under which its impulses were found (Patch::lowerShare),
// and where that has grown they are smaller by as much: the light body feels what it felt.
//
// TALL AND NEW. An impulse that goes up through a column leaves each body (1 + gain) times as large as it came, and
// where loads are light that is a fifth more a storey: nothing in ten of them, but a wall of 100 rows threw its top up
// while it settled, and then fell apart. So gains are full in columns of up to SolverRecipe::gainHeight bodies, and
// there are none from twice as many. Bodies know how many stand on them (BodyState::storeys): once a step, contacts
// that carry tell the lower of their bodies that it has one more than the upper, and before that all forget a quarter
// of one. That news comes down by some storeys a step, while a wall that was just made begins to fall into its overlap
// at once. So contacts of new bodies have no gains, and full ones when both are kGrown steps old. A wall of 100 rows
// then loses 41 cm (Box3D 68) and moves at 3 mm/s at most after six seconds; towers of 30 stand as they did, one of 60
// loses 25 cm instead of 17. With a gainHeight of 0 columns may have any height, and bodies may be new.
#pragma once

#include "constraints/contact_bundle.h"
#include "math/softness.h"
#include "model/records.h"

#include <cairn/solver.h>

namespace cairn {

// What is the same for all contacts of a step.
struct ContactRule {
    const SolverRecipe& recipe;
    Vec3 gravity;
    float h;
    Softness moving, fixed; // of contacts between moving bodies, and with one that does not
};

// What the eight lanes are filled from.
struct ContactSources {
    const Patch* patch[kLanes];
    const Contact* contact[kLanes];
    float massA[kLanes], massB[kLanes]; // kg; 0: takes no part in weight amplification; both 0 if one is a particle
    float storeys[kLanes], age[kLanes]; // of the body that has more, and of the younger one
};
// Particles do not, so nothing rolls on them.
inline bool turns(const ContactSources& s, int lane) { return s.massA[lane] > 0.0f || s.massB[lane] > 0.0f; }
// Those of an idle lane.
extern const Patch kIdlePatch;
extern const Contact kIdleContact;

// Bodies are there already, extras and warm impulses are the caller's. `rolling` is filled, and to.rolling points at
// it, where something is round or to.rolling points at it already. `lowerShare` is for the patches.
void fillContacts(const ContactRule& rule, const ContactSources& from, ContactBundle& to, ContactRolling& rolling,
                  float (&lowerShare)[kLanes]);

} // namespace cairn
