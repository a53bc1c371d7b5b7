// A kernel on any lane type that feeds every operation's result into the next: included for float and for each set of
// lanes.
template <class F> void mixedKernel(F (&s)[4], int steps) {
    for (int i = 0; i < steps; ++i) {
        const Vec3T<F> a{s[0], s[1], s[2]}, b{s[3], s[0], s[1]};
        const Vec3T<F> c = cross(a, b) + s[3] * a;
        const F l = length(c) + F(0.001f);
        const Vec3T<F> n = (F(1.0f) / l) * c;
        const QuatT<F> q{F(0.5f) * n, F(0.75f)};
        const Vec3T<F> r = rotate(q, a - b);
        s[0] = select(r.x < r.y, r.x, r.y) + F(0.3f);
        s[1] = clamp(r.y * r.z, F(-3.0f), F(3.0f)) - F(0.01f) * s[0];
        s[2] = max(min(r.z, l), -abs(s[1])) + sqrt(abs(s[0]));
        s[3] = F(0.9f) * s[3] + dot(n, a) / (F(1.0f) + lengthSquared(b));
    }
}
