// The kinds of joints, one file each.
#pragma once

#include "constraints/joint_builder.h"

namespace cairn {

extern const JointKindFunctions kBallJoint, kHingeJoint, kSliderJoint, kDistanceJoint, kWeldJoint, kWheelJoint,
    kMotorJoint, kUprightJoint, kGearJoint, kPulleyJoint, kSixDegreeJoint;

bool checkAxes(const JointAxes& axes, const char* function);

} // namespace cairn
