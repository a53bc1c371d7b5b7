// When a patch counts as tilted: see manifold_choice.h. On floats, or on any lane type F; included without guard.

// No two points are farther apart than this, if they reach from `left` to `right` along (1, t) and from `back` to
// `front` along (-t, 1), t = kDirectionTurn: the diagonal of the rectangle around them.
template <class F> inline F widthOf(F right, F front, F left, F back) {
    const F along = right - left, across = front - back;
    return sqrt((along * along + across * across) * F(1.0f / (1.0f + kDirectionTurn * kDirectionTurn)));
}

// `width`: no two points are farther apart.
template <class F> inline auto isTilted(F lowest, F highest, F width) { return highest - lowest > F(kTilt) * width; }
