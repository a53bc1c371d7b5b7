// Every study, one file each in lab/studies/. A new one needs a line here and in catalog.cpp.
#pragma once

#include "lab/lab.h"

namespace cairn::lab {

void studyCircles(Report& report);
void studyMassRatio(Report& report);
void studyPole(Report& report);
void studySplitting(Report& report);
void studyBias(Report& report);
void studyBook(Report& report);
void studyFriction(Report& report);
void studyExact(Report& report);
void studyPlanes(Report& report);
void studyRamp(Report& report);
void studyPainleve(Report& report);
void studyContactIds(Report& report);
void studyBatches(Report& report);
void studyJitter(Report& report);
void studyTower(Report& report);
void studyShock(Report& report);
void studyLevers(Report& report);
void studyPile(Report& report);
void studyEqualTime(Report& report);
void studyConvergence(Report& report);
void studyRagdolls(Report& report);

} // namespace cairn::lab
