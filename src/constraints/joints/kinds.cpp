// The table of kinds, in the order of JointKind.
#include "constraints/joints/kinds.h"

namespace cairn {

const JointKindFunctions& functionsOf(JointKind kind) {
    static const JointKindFunctions* const kTable[kJointKindCount] = {
        &kBallJoint,  &kHingeJoint,   &kSliderJoint, &kDistanceJoint, &kWeldJoint,     &kWheelJoint,
        &kMotorJoint, &kUprightJoint, &kGearJoint,   &kPulleyJoint,   &kSixDegreeJoint};
    return *kTable[static_cast<int>(kind)];
}

} // namespace cairn
