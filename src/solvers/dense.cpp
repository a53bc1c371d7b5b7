// See dense.h.
#include "solvers/dense.h"

#include <cairn/math.h>

namespace cairn {

bool solveDense(int n, double* A, double* b) {
    const auto row = [&](int i) { return A + static_cast<std::ptrdiff_t>(i) * n; };
    for (int k = 0; k < n; ++k) {
        int best = k;
        for (int i = k + 1; i < n; ++i)
            if (abs(row(i)[k]) > abs(row(best)[k])) best = i;
        const double pivot = row(best)[k];
        if (!(abs(pivot) > 0.0)) return false;
        if (best != k) {
            for (int j = k; j < n; ++j) {
                const double t = row(k)[j];
                row(k)[j] = row(best)[j];
                row(best)[j] = t;
            }
            const double t = b[k];
            b[k] = b[best];
            b[best] = t;
        }
        const double* from = row(k);
        for (int i = k + 1; i < n; ++i) {
            double* to = row(i);
            if (to[k] == 0.0) continue;
            const double factor = to[k] / pivot;
            for (int j = k + 1; j < n; ++j) to[j] -= factor * from[j];
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; --i) {
        double sum = b[i];
        for (int j = i + 1; j < n; ++j) sum -= row(i)[j] * b[j];
        b[i] = sum / row(i)[i];
    }
    return true;
}

} // namespace cairn
