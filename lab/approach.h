// How far sweeps are from an exact answer: the velocities of a world's solver, in floats, against those of impulses
// that solve the step in double.
//
// THE QUESTION is written down before anything is solved: all rows of the step (constraints/rows.h), and the velocities
// without constraints. Nothing that sweeps do can change it.
//
// AN ANSWER is a set of impulses that leaves no residual above 1e-9 m/s, in double, in that question. Without friction
// all answers have the same velocities. With friction there can be several (in scene 119 of lab/small_scenes.h two that
// are 2 cm/s apart), and what is asked is whether sweeps end at one of them. The FIRST is found from nothing, before
// any sweep; if the sweeps are not there, one is looked for near their impulses. Where it was looked for makes it no
// better and no worse: its residual says that it is one. So the distance is never less than that to the nearest there
// is.
#pragma once

#include "lab/small_scenes.h"
#include "solvers/exact.h"
#include "solvers/run.h"

#include <limits>
#include <span>

namespace cairn::lab {

inline constexpr double kAnswered = 1e-9; // m/s and rad/s: the residual of an answer
inline constexpr double kArrived = 1e-4;  // m/s and rad/s: the distance from it

// Of a body, m/s and rad/s.
struct Motion {
    DVec3 v{0, 0, 0}, w{0, 0, 0};
};

// M^-1 J^T x.
inline void addImpulses(std::span<const Row> rows, const Array<double>& x, const BodyMass* masses,
                        std::vector<Motion>& motions) {
    const auto push = [&](int32_t body, DVec3 linear, DVec3 angular, const double(&share)[2], double impulse) {
        if (body < 0) return;
        const Sym33& i = masses[body].inverseInertia;
        Motion& to = motions[static_cast<std::size_t>(body)];
        to.v += (impulse * share[0] * static_cast<double>(masses[body].inverseMass)) * linear;
        to.w += (impulse * share[1]) * (Sym33T<double>{i.xx, i.yy, i.zz, i.xy, i.xz, i.yz} * angular);
    };
    for (int i = 0; i < x.count(); ++i) {
        const Row& row = rows[static_cast<std::size_t>(i)];
        push(row.bodyA, row.linearA, row.angularA, row.shareA, x[i]);
        push(row.bodyB, row.linearB, row.angularB, row.shareB, x[i]);
    }
}

inline double largestDifference(const std::vector<Motion>& a, const std::vector<Motion>& b) {
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max({worst, length(a[i].v - b[i].v), length(a[i].w - b[i].w)});
    return worst;
}

// All rows of a step with bias, as the bodies are now.
inline Array<Row> rowsOf(const SolverInput& in) {
    Array<Row> rows;
    exportContactRows(in.bundles, in.contact, in.states.data(), rows);
    makeWhole(in.splitCounts, rows);
    exportJointRows(in.joints, {in.time.h, 1.0f / in.time.h}, in.states.data(), in.masses.data(), rows);
    return rows;
}

class Question {
public:
    // To be asked when a substep has begun from no impulses.
    explicit Question(const SolverLoop& loop) : m_in(inputOf(loop)), m_rows(rowsOf(m_in)), m_begin(motionsNow()) {
        const BodyState* const states = m_in.states.data();
        const BodyMass* const masses = m_in.masses.data();
        m_problem = makeProblem(m_rows, true, states, masses, 0.0);
        Array<double> x;
        solveExact(makeProblem(m_rows, true, states, masses), FrictionModel::Cone, x);
        m_first = answerNear(x);
    }

    // m/s and rad/s, from the velocities of now; infinite if there is no answer to be compared with.
    double distanceFromFirst() const { return largestDifference(motionsNow(), m_first); }
    double distance() const {
        const double fromFirst = distanceFromFirst();
        if (fromFirst < kArrived) return fromFirst;
        const Array<Row> rows = rowsOf(m_in);
        Array<double> x(rows.count());
        for (int i = 0; i < rows.count(); ++i) x[i] = rows[i].impulse;
        return std::min(fromFirst, largestDifference(motionsNow(), answerNear(x)));
    }
    bool hasFirst() const { return !m_first.empty(); }

private:
    // Without the little on the diagonal (kRegular) that picks one of many ways to share a load: it leaves 1e-9 m/s in
    // each row, and with friction what it picks has velocities of its own.
    std::vector<Motion> answerNear(Array<double>& x) const {
        if (refineExact(m_problem, kAnswered, x).residual > kAnswered) return {};
        std::vector<Motion> out = m_begin;
        addImpulses(m_rows, x, m_in.masses.data(), out);
        return out;
    }
    std::vector<Motion> motionsNow() const {
        std::vector<Motion> out;
        for (const BodyState& b : m_in.states) out.push_back({toDouble(b.v), toDouble(b.w)});
        return out;
    }
    static double largestDifference(const std::vector<Motion>& now, const std::vector<Motion>& answer) {
        return answer.empty() ? std::numeric_limits<double>::infinity() : lab::largestDifference(now, answer);
    }

    const SolverInput& m_in;
    Array<Row> m_rows;
    std::vector<Motion> m_begin, m_first; // without constraints; of the first answer, or none
    RowProblem m_problem;
};

struct Arrival {
    int sweeps = 0;       // the least of those asked for; 0: none of them was enough
    bool atFirst = false; // at the answer that was found before any sweep
};

// One step of a scene. `counts` ascend. Without friction there is one answer, and the first has to do.
inline Arrival sweepToExact(SmallScene& scene, std::span<const int> counts) {
    struct Way {
        std::span<const int> counts;
        bool mayChoose;
        Arrival arrival{};
    } way{counts, scene.grip > 0.0f};
    scene.world.setSolverFunction(
        [](SolverLoop& loop, void* context) {
            Way& to = *static_cast<Way*>(context);
            loop.beginSubstep();
            const Question question(loop);
            int done = 0;
            for (const int count : to.counts) {
                for (; done < count; ++done) loop.solve();
                const bool atFirst = question.distanceFromFirst() < kArrived;
                if (!atFirst && !(to.mayChoose && question.distance() < kArrived)) continue;
                to.arrival = {count, atFirst};
                break;
            }
            loop.integratePositions();
            loop.endSubstep();
        },
        &way);
    scene.world.step(kFrame);
    scene.world.setSolverFunction(nullptr, nullptr);
    return way.arrival;
}

} // namespace cairn::lab
