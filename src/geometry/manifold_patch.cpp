// Clipping of supporting features in the contact plane, and the choice of at most four points.
//
// Frame: u, v span the contact plane, z runs along the normal; u x v = normal. A's polygons are counter-clockwise
// there, B's, whose outside looks the other way, clockwise; they are read backwards.
#include "geometry/manifold_patch.h"

#include "geometry/manifold_choice.h"

namespace cairn {

namespace {

constexpr int kMaxClipped = 2 * kMaxPatchCorners;

struct Corner {
    float u, v, z;
    uint16_t tag;      // of the clipped shape's feature at the corner
    uint16_t clipTag;  // of the clipping shape's
    uint16_t side;     // tag of the clipped shape's side that leaves this corner, 0 on a side of the clipping shape
    uint16_t clipSide; // index of that side of the clipping shape
};

struct Flat {
    int count = 0;
    Corner corners[kMaxClipped];
};

struct Frame {
    Vec3 u, v, n;
    Corner project(Vec3 p, uint16_t tag, uint16_t side) const {
        return {dot(u, p), dot(v, p), dot(n, p), tag, 0, side, 0};
    }
};

void flatten(const PatchFeature& f, const Frame& frame, bool backwards, Flat& out) {
    out.count = f.count;
    for (int i = 0; i < f.count; ++i) {
        if (!backwards) {
            out.corners[i] = frame.project(f.corners[i], f.corner[i], f.side[i]);
        } else {
            const int j = f.count - 1 - i; // the side that leaves corner j backwards is the one from j - 1 to j
            out.corners[i] = frame.project(f.corners[j], f.corner[j], f.side[j > 0 ? j - 1 : f.count - 1]);
        }
    }
}

Corner between(const Corner& p, const Corner& q, float t) {
    return {p.u + t * (q.u - p.u), p.v + t * (q.v - p.v), p.z + t * (q.z - p.z), 0, 0, 0, 0};
}

// Distance to the left of the side from a to b (inside is left), in metres.
struct SideLine {
    float u, v, offset;
    SideLine(const Corner& a, const Corner& b) {
        u = a.v - b.v, v = b.u - a.u;
        const float l = sqrt(u * u + v * v);
        const float s = l > 0.0f ? 1.0f / l : 0.0f;
        u *= s, v *= s;
        offset = u * a.u + v * a.v;
    }
    float distance(const Corner& p) const { return u * p.u + v * p.v - offset; }
};

// Why corners are enough: over the overlap of two flat features, the difference of their heights is a linear function
// of (u, v), so it is least at a corner of the overlap, and the corners carry any load that the whole overlap could: a
// pressure on it has its centre in their hull.
//
// Why one side after the other: the clipping polygon is where the signed distance to each of its sides is not negative,
// so the overlap is what all the half-planes leave. Along a side from p to q the distance d is linear as well:
// d(t) = d_p + t (d_q - d_p), which is zero at t = d_p / (d_p - d_q), and that lies between 0 and 1 where the signs
// differ. (With slack it may not: a p that sticks out by less than the slack stays, and the cut is held at p.)
//
// Sutherland and Hodgman: cuts the polygon by one side of the clipping polygon after the other. Corners that stick out
// by less than `slack` stay as they are, so two equal faces on top of each other keep their own corners. A cut through
// a side of the clipped polygon is named by both sides; a cut through an earlier cut is a corner of the clipping
// polygon. Returns whichever of the two buffers holds the result.
const Flat& clipPolygon(const Flat& clip, float slack, Flat& poly, Flat& other) {
    Flat* from = &poly;
    Flat* to = &other;
    for (int k = 0; k < clip.count && from->count > 0; ++k) {
        const int next = k + 1 < clip.count ? k + 1 : 0;
        const SideLine line(clip.corners[k], clip.corners[next]);
        to->count = 0;
        Corner p = from->corners[from->count - 1];
        float dp = line.distance(p);
        for (int i = 0; i < from->count; ++i) {
            const Corner q = from->corners[i];
            const float dq = line.distance(q);
            const bool pIn = dp >= -slack, qIn = dq >= -slack;
            if (pIn != qIn && to->count < kMaxClipped) {
                Corner cut = between(p, q, clamp(dp / (dp - dq), 0.0f, 1.0f));
                if (p.side != 0) {
                    cut.tag = p.side;
                    cut.clipTag = clip.corners[k].side;
                } else {
                    const bool after = p.clipSide + 1 == k;
                    cut.clipTag = after ? clip.corners[k].tag : clip.corners[next].tag;
                }
                // Going out: the new side is the clipping one. Coming in: the rest of the old side.
                cut.side = pIn ? uint16_t(0) : p.side;
                cut.clipSide = pIn ? static_cast<uint16_t>(k) : p.clipSide;
                to->corners[to->count++] = cut;
            }
            if (qIn && to->count < kMaxClipped) to->corners[to->count++] = q;
            p = q;
            dp = dq;
        }
        Flat* swap = from;
        from = to;
        to = swap;
    }
    return *from;
}

bool isInside(const Flat& clip, float slack, const Corner& p) {
    for (int k = 0; k < clip.count; ++k)
        if (SideLine(clip.corners[k], clip.corners[k + 1 < clip.count ? k + 1 : 0]).distance(p) < -slack) return false;
    return true;
}

// The part of a segment inside the polygon; count 0 if there is none.
void clipSegment(const Flat& clip, float slack, Flat& segment) {
    float t0 = 0.0f, t1 = 1.0f;
    uint16_t tag0 = 0, tag1 = 0;
    const Corner a = segment.corners[0], b = segment.corners[1];
    for (int k = 0; k < clip.count; ++k) {
        const SideLine line(clip.corners[k], clip.corners[k + 1 < clip.count ? k + 1 : 0]);
        const float da = line.distance(a), db = line.distance(b);
        if (da < -slack && db < -slack) {
            segment.count = 0;
            return;
        }
        if (da < -slack || db < -slack) {
            const float t = clamp(da / (da - db), 0.0f, 1.0f);
            if (da < db ? t > t0 : t < t1) (da < db ? t0 : t1) = t, (da < db ? tag0 : tag1) = clip.corners[k].side;
        }
    }
    segment.count = t0 <= t1 ? 2 : 0;
    if (tag0 != 0)
        segment.corners[0] = between(a, b, t0), segment.corners[0].tag = a.side, segment.corners[0].clipTag = tag0;
    if (tag1 != 0)
        segment.corners[1] = between(a, b, t1), segment.corners[1].tag = a.side, segment.corners[1].clipTag = tag1;
}

// The shared stretch of two segments that are parallel within a few degrees in the plane; count 0 if they cross.
// `z` of the corners becomes that of `segment`, `zOther` that of `clip`.
void clipParallel(const Flat& clip, float slack, Flat& segment, float (&zOther)[2]) {
    const Corner a = segment.corners[0], b = segment.corners[1], c = clip.corners[0], d = clip.corners[1];
    const float u = d.u - c.u, v = d.v - c.v, l2 = u * u + v * v;
    const float su = b.u - a.u, sv = b.v - a.v, s2 = su * su + sv * sv;
    const float sine = u * sv - v * su;
    segment.count = 0;
    if (!(l2 > 0.0f && s2 > 0.0f) || sine * sine > 0.0025f * l2 * s2) return; // 2.9 degrees
    // Parameters of a and b along c-d, then of the clipped ends.
    const float ta = ((a.u - c.u) * u + (a.v - c.v) * v) / l2, tb = ((b.u - c.u) * u + (b.v - c.v) * v) / l2;
    const float soft = slack / sqrt(l2);
    if (max(ta, tb) < 0.0f || min(ta, tb) > 1.0f || abs(tb - ta) * sqrt(l2) <= slack) return;
    const float ends[2] = {ta, tb};
    for (int i = 0; i < 2; ++i) {
        float t = ends[i];
        Corner& out = segment.corners[i];
        if (t < -soft || t > 1.0f + soft) {
            const int end = t < 0.0f ? 0 : 1;
            t = static_cast<float>(end);
            const uint16_t side = a.side;
            out = between(a, b, clamp((t - ta) / (tb - ta), 0.0f, 1.0f));
            out.tag = side;
            out.clipTag = clip.corners[end].tag;
        } else {
            out.clipTag = clip.corners[0].side;
        }
        zOther[i] = c.z + clamp(t, 0.0f, 1.0f) * (d.z - c.z);
    }
    segment.count = 2;
}

float distanceSquared2(const PatchCandidate& a, const PatchCandidate& b) {
    return (a.u - b.u) * (a.u - b.u) + (a.v - b.v) * (a.v - b.v);
}

// Twice the area to the left of a-b.
float cross2(const PatchCandidate& a, const PatchCandidate& b, const PatchCandidate& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

// The same for (A, B) and (B, A).
uint32_t orderKey(uint32_t id) {
    const uint32_t swapped = id << 16 | id >> 16;
    return id < swapped ? id : swapped;
}

// Takes the candidate with the highest score; of those within 5% of it the one with the least name, so that a regular
// polygon gives the same choice in every position. Returns -1 if no score is positive.
template <class Score> int pick(const PatchCandidate* c, int count, Score score) {
    float most = 0.0f;
    for (int i = 0; i < count; ++i) most = max(score(c[i]), most);
    if (!(most > 0.0f)) return -1;
    int best = -1;
    for (int i = 0; i < count; ++i)
        if (score(c[i]) >= 0.95f * most && (best < 0 || orderKey(c[i].id) < orderKey(c[best].id))) best = i;
    return best;
}

int nearestTo(const PatchCandidate& p, const PatchCandidate* c, int count) {
    int nearest = 0;
    for (int i = 1; i < count; ++i)
        if (distanceSquared2(c[i], p) < distanceSquared2(c[nearest], p)) nearest = i;
    return nearest;
}

int highestOf(const PatchCandidate* c, int count) {
    int highest = 0;
    for (int i = 1; i < count; ++i)
        if (c[i].separation > c[highest].separation) highest = i;
    return highest;
}

} // namespace

int reduceByName(PatchCandidate* c, int count, float tolerance) {
    if (count <= 4) return count;
    float mu = 0.0f, mv = 0.0f;
    int deepest = 0;
    for (int i = 0; i < count; ++i) {
        mu += c[i].u, mv += c[i].v;
        if (c[i].separation < c[deepest].separation) deepest = i;
    }
    const PatchCandidate middle{mu / static_cast<float>(count), mv / static_cast<float>(count), 0, 0, 0};
    float radius2 = 0.0f, highest = -kHuge;
    for (int i = 0; i < count; ++i) {
        radius2 = max(distanceSquared2(c[i], middle), radius2);
        highest = max(c[i].separation, highest);
    }
    const float width = 2.0f * sqrt(radius2);
    int chosen[4];
    int n = 0;
    if (isTilted(c[deepest].separation, highest, width)) {
        n = chooseTilted(c, count, width, chosen);
    } else {
        const auto add = [&](int i) {
            if (i >= 0) chosen[n++] = i;
        };
        add(pick(c, count, [&](const PatchCandidate& x) { return distanceSquared2(x, middle); }));
        if (n == 0) add(deepest);
        const PatchCandidate first = c[chosen[0]];
        add(pick(c, count, [&](const PatchCandidate& x) { return distanceSquared2(x, first); }));
        if (n == 2) {
            const PatchCandidate second = c[chosen[1]];
            add(pick(c, count, [&](const PatchCandidate& x) { return cross2(first, second, x); }));
            add(pick(c, count, [&](const PatchCandidate& x) { return -cross2(first, second, x); }));
        }
    }
    PatchCandidate kept[4];
    for (int i = 0; i < n; ++i) kept[i] = c[chosen[i]];
    float least = kept[0].separation;
    for (int i = 1; i < n; ++i) least = min(least, kept[i].separation);
    if (c[deepest].separation < least - tolerance) kept[highestOf(kept, n)] = c[deepest];
    for (int i = 0; i < n; ++i) c[i] = kept[i];
    return n;
}

bool makePatch(const PatchFeature& a, const PatchFeature& b, const PatchWitness& witness, const PatchInput& in,
               Manifold& out) {
    Frame frame;
    frame.n = in.normal;
    frame.u = perpendicular(in.normal);
    frame.v = cross(frame.n, frame.u);
    const float radii = in.radiusA + in.radiusB;

    // No point of a shape is beyond its support: what says so comes from a face that is not quite flat.
    const float topA = dot(frame.n, witness.onA), bottomB = dot(frame.n, witness.onB);
    PatchCandidate candidates[kMaxClipped + kMaxPatchExtras + 1];
    int count = 0;
    const auto push = [&](float u, float v, float zA, float zB, uint16_t tagA, uint16_t tagB) {
        zA = min(zA, topA), zB = max(zB, bottomB);
        const float separation = zB - zA - radii;
        if (!(separation <= in.margin)) return;
        candidates[count++] = {u, v, 0.5f * (zA + in.radiusA + zB - in.radiusB), separation, makeFeatureId(tagA, tagB)};
    };

    // The feature that lies flatter is the one that cuts: its height is a steady function of the place.
    const bool polygonA = a.count > 2, polygonB = b.count > 2;
    if (a.count > 1 && b.count > 1) {
        const bool cutByA = polygonA && (!polygonB || dot(a.normal, in.normal) >= -dot(b.normal, in.normal));
        const bool segments = !polygonA && !polygonB;
        Flat clip, flat, scratch;
        flatten(cutByA || segments ? a : b, frame, !(cutByA || segments), clip);
        flatten(cutByA || segments ? b : a, frame, cutByA, flat);
        const bool clipIsA = cutByA || segments;
        if (segments) {
            float zOther[2];
            clipParallel(clip, in.tolerance, flat, zOther);
            for (int i = 0; i < flat.count; ++i) {
                const Corner& c = flat.corners[i];
                push(c.u, c.v, zOther[i], c.z, c.clipTag, c.tag);
            }
        } else {
            const bool polygon = flat.count > 2;
            if (!polygon) clipSegment(clip, in.tolerance, flat);
            const Flat& clipped = polygon ? clipPolygon(clip, in.tolerance, flat, scratch) : flat;
            // Height of the clipping plane: c - (mu u + mv v) / mz. A merged face is not quite flat: c is that of its
            // outermost corner, as in the face's own plane.
            const Vec3 m = clipIsA ? a.normal : b.normal;
            const float scale = -1.0f / dot(frame.n, m);
            const float gu = scale * dot(frame.u, m), gv = scale * dot(frame.v, m);
            float c0 = clipIsA ? -kHuge : kHuge;
            for (int i = 0; i < clip.count; ++i) {
                const Corner& c = clip.corners[i];
                const float height = c.z - gu * c.u - gv * c.v;
                c0 = clipIsA ? max(c0, height) : min(c0, height);
            }
            const auto pushCorner = [&](const Corner& c) {
                const float z = c0 + gu * c.u + gv * c.v;
                if (clipIsA)
                    push(c.u, c.v, z, c.z, c.clipTag, c.tag);
                else
                    push(c.u, c.v, c.z, z, c.tag, c.clipTag);
            };
            for (int i = 0; i < clipped.count; ++i) pushCorner(clipped.corners[i]);
            for (const PatchExtra& extra : in.extras) {
                const Corner c = frame.project(extra.corner, extra.tag, 0);
                if (isInside(clip, in.tolerance, c)) pushCorner(c);
            }
        }
    }

    // The witness alone where the features do not meet, and in the place of its neighbour where they miss the deepest.
    const bool isPartial = count > 4;
    count = reduceByName(candidates, count, in.tolerance);
    float least = kHuge;
    for (int i = 0; i < count; ++i) least = min(least, candidates[i].separation);
    if (!in.overlapOnly && bottomB - topA - radii < least - in.tolerance) {
        const Vec3 middle = 0.5f * (witness.onA + witness.onB);
        const int before = count;
        push(dot(frame.u, middle), dot(frame.v, middle), topA, bottomB, witness.tagA, witness.tagB);
        if (count > 4) {
            candidates[nearestTo(candidates[4], candidates, before)] = candidates[4];
            count = 4;
        }
    }

    out.normal = in.normal;
    out.count = count;
    out.isPartial = isPartial;
    for (int i = 0; i < count; ++i) {
        const PatchCandidate& c = candidates[i];
        out.points[i] = {c.u * frame.u + c.v * frame.v + c.z * frame.n, c.separation, c.id};
    }
    return count > 0;
}

} // namespace cairn
