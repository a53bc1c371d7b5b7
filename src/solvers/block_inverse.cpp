// See block_inverse.h.
#include "solvers/block_inverse.h"

namespace cairn {

Block carefulInverse(const Block& D, Vec3T<double> K) {
    const double diagonal[3] = {K.x, K.y, K.z};
    double m[3][3] = {{D.xx, D.xy, D.xz}, {D.xy, D.yy, D.yz}, {D.xz, D.yz, D.zz}};
    for (int k = 0; k < 3; ++k) {
        const double inverse = m[k][k] > 1e-3 * kTreeSoftness * diagonal[k] ? 1.0 / m[k][k] : 0.0;
        for (int i = 0; i < 3; ++i) {
            if (i == k) continue;
            const double share = m[i][k] * inverse;
            for (int l = 0; l < 3; ++l)
                if (l != k) m[i][l] -= share * m[k][l];
        }
        for (int i = 0; i < 3; ++i)
            if (i != k) m[i][k] = m[k][i] = m[k][i] * inverse;
        m[k][k] = -inverse;
    }
    return {-m[0][0], -m[1][1], -m[2][2], -m[0][1], -m[0][2], -m[1][2]};
}

} // namespace cairn
