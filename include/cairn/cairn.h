// Everything public, in one include.
#pragma once

#include <cairn/array.h>
#include <cairn/bvh.h>
#include <cairn/compound.h>
#include <cairn/definitions.h>
#include <cairn/error.h>
#include <cairn/events.h>
#include <cairn/grid.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/id.h>
#include <cairn/joints.h>
#include <cairn/manifold.h>
#include <cairn/mass.h>
#include <cairn/math.h>
#include <cairn/memory.h>
#include <cairn/mesh.h>
#include <cairn/mover.h>
#include <cairn/profile.h>
#include <cairn/query.h>
#include <cairn/ragdoll.h>
#include <cairn/shapes.h>
#include <cairn/static_bvh.h>
#include <cairn/tasks.h>
#include <cairn/world.h>
#include <cairn/world_query.h>
