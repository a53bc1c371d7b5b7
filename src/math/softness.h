// Softness: how hard a constraint is. Every constraint, rigid or soft, is the same update of one accumulated impulse:
//
//     K       = sum over endpoints of J M^-1 J^T
//     delta   = -massScale K^-1 (Cdot + biasRate C) - impulseScale impulse
//     impulse = project(impulse + delta)                 (bounds act on the total)
//     v      += M^-1 J^T (change of impulse)
//
// so contacts, joints and cloth differ in three numbers only. Where these come from:
//
// A spring that resists with impulse/h = -k C - c Cdot, taken at the end of the step (implicit Euler), where C becomes
// C + h Cdot, and Cdot = Cdot0 + K impulse after the impulse, gives with g = 1/(h (h k + c))
//
//     (K + g) impulse = -(Cdot0 + (h k / (h k + c)) C / h)
//
// Solved in increments this is the update above with massScale = K/(K + g), impulseScale = g/(K + g) and
// biasRate = k/(h k + c).
//
// fromHertz chooses the spring relative to the mass it feels, k = omega^2/K and c = 2 zeta omega/K: then K drops out
// and one value serves every constraint. fromCompliance takes an absolute spring k = 1/alpha without damping (XPBD):
// then biasRate = 1/h, g = alpha/h^2, and lambda of the XPBD papers is h * impulse.
#pragma once

namespace cairn {

template <class T> struct SoftnessT {
    T biasRate;     // 1/s: which part of the error C is turned into velocity
    T massScale;    // 0..1
    T impulseScale; // 0..1: which part of the accumulated impulse is let go
};

using Softness = SoftnessT<float>;

// Velocity only.
template <class T = float> inline SoftnessT<T> rigid() { return {T(0), T(1), T(0)}; }

// Removes the fraction beta of the error in each step of h seconds.
template <class T> inline SoftnessT<T> baumgarte(T beta, T h) { return {beta / h, T(1), T(0)}; }

// A damped spring of a given frequency: zeta = 1 is critical damping. A frequency of 0 means no spring: rigid().
template <class T> inline SoftnessT<T> fromHertz(T hertz, T zeta, T h) {
    if (!(hertz > T(0))) return rigid<T>();
    const T omega = T(6.28318530717958647692) * hertz;
    const T a = T(2) * zeta + h * omega;
    const T b = h * omega * a; // K/g
    const T scale = T(1) / (T(1) + b);
    return {omega / a, b * scale, scale};
}

// A spring that is looked at: frequency, damping and rest position come out right, not only stable. fromHertz takes the
// force at the end of the step, which damps a free oscillation by omega h / 2 on its own (1.3 % of critical at 1 Hz and
// 240 substeps a second). Here the force is taken at the start and damping at the end. With w = omega h:
//     v' = D (v - h omega^2 C),   C' = C + h v',   D = 1 / (1 + b)
// A free oscillation shrinks by sqrt(D) in each step, and turns by the angle a with 2 cos(a) sqrt(D) = 1 + D - D w^2.
// b = (1 + zeta w)^2 - 1 makes the ratio of the two that of a spring with damping zeta, up to terms in w^2. The rest
// position under a load is exact; frequency is off by zeta w / 2, and cannot be exact as well.
//     The map is stable for w^2 < 4 + 2 b. So b is never less than theta w^2, which takes the share theta of the force
// from the end position: theta = min(1, w^2) makes stiff springs as safe as fromHertz, and damps soft ones by less than
// they ask for anyway.
template <class T> inline SoftnessT<T> fromSpring(T hertz, T zeta, T h) {
    const T omega = T(6.28318530717958647692) * hertz;
    const T w = omega * h, w2 = w * w;
    const T damping = zeta * w * (T(2) + zeta * w), safety = (w2 < T(1) ? w2 : T(1)) * w2;
    const T b = damping > safety ? damping : safety;
    if (!(b > T(0))) return {T(0), T(0), T(1)}; // no spring
    const T scale = T(1) / (T(1) + b);
    return {omega * w / b, b * scale, scale};
}

// alpha is the inverse stiffness in the unit of C per newton; K as above, of this very constraint.
template <class T> inline SoftnessT<T> fromCompliance(T alpha, T h, T K) {
    const T a = alpha / (h * h);
    const T sum = K + a;
    if (!(sum > T(0))) return {T(1) / h, T(1), T(0)}; // nothing can move: the caller's inverse of K is zero
    return {T(1) / h, K / sum, a / sum};
}

// The change of impulse, before bounds, of a constraint with one row.
template <class T> inline T impulseChange(const SoftnessT<T>& softness, T inverseK, T Cdot, T C, T impulse) {
    return -(softness.massScale * inverseK * (Cdot + softness.biasRate * C)) - softness.impulseScale * impulse;
}

} // namespace cairn
