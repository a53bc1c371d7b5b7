// Which poses and margins need no closer look, which would cost a tenth of a pair of boxes: a rotation of unit length,
// nothing huge, nothing that is not a number. On floats, or on lanes of them; included without guard.
template <class Pose, class F> inline auto isPlainlyGood(const Pose& bInA, F margin) {
    const F rotation = dot(bInA.q, bInA.q), offset = lengthSquared(bInA.p);
    return (rotation > F(0.9985f)) & (rotation < F(1.0015f)) & (offset < F(1e28f)) & (margin >= F(0.0f)) &
           (margin < F(1e14f));
}
