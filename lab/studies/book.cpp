// A book on the edge of a table: contacts push and never pull.
#include "lab/model.h"
#include "lab/studies.h"
#include "solvers/dense.h"

namespace cairn::lab {

namespace {

struct Answer {
    double nearEdge, farEdge; // impulses as shares of the weight
    double drop;              // downward speed of the far side of the book after the step, in g h
};

// A book of 0.3 m lies on a table that ends at x = 0; its middle is at x = `over`. Contacts: where the book begins, and
// the edge of the table.
Answer solveBook(double over, bool linear) {
    KernelScene scene;
    const int book = scene.addBody({over, 0.02, 0}, 1.0f, {0, 0, (0.09f + 0.0016f) / 12.0f});
    scene.addPatch(0, book, {0, 1, 0}, {{over - 0.15, 0, 0}, {0, 0, 0}});
    scene.accelerate({0, -kGravityStep, 0});
    const Array<Row> rows = scene.rows();
    const RowProblem p = makeProblem(rows, false, scene.states.data(), scene.masses.data());
    Array<double> x;
    if (linear) { // the same equations, without the word "at least"
        Array<double> A = p.A, b(p.count);
        // Friction and twist have nothing to do; leave the normals.
        double K[4] = {p.A[0], p.A[1], p.A[p.count], p.A[p.count + 1]}, right[2] = {-p.b[0], -p.b[1]};
        solveDense(2, K, right);
        x.assign(p.count, 0.0);
        x[0] = right[0], x[1] = right[1];
    } else {
        solveExact(p, FrictionModel::None, x);
    }
    const double weight = static_cast<double>(kGravityStep);
    // Speed of the point at the far end from its impulses: -g h plus what they did.
    const double inertia = (0.09 + 0.0016) / 12.0, arm = 0.15;
    const double spin = (x[0] * (-0.15) + x[1] * (-over)) / inertia, lift = x[0] + x[1];
    return {x[1] / weight, x[0] / weight, (weight - lift - spin * arm) / weight};
}

} // namespace

void studyBook(Report& report) {
    report.text = "A book of 30 cm, pushed over the edge of a table. Its weight is carried at the far end of the book "
                  "and at the edge. "
                  "With the Signorini conditions the far impulse is zero once the middle is past the edge, and the "
                  "book falls; a linear "
                  "solve of the same two equations glues it to the table.";
    Plot& plot = report.plot(
        {"book", "Book on the edge of a table", "overhang of the middle, m", "impulse at the far end / weight"});
    Series &lcp = plot.add("complementarity"), &linear = plot.add("linear solve", true);
    for (double over = -0.10; over <= 0.1001; over += 0.01) {
        lcp.add(over, solveBook(over, false).farEdge);
        linear.add(over, solveBook(over, true).farEdge);
    }
    const Answer inside = solveBook(-0.05, false), outside = solveBook(0.05, false), glued = solveBook(0.05, true);
    const bool holds = inside.nearEdge > 0.0 && inside.farEdge > 0.0 && outside.farEdge == 0.0 && outside.drop > 0.1 &&
                       glued.farEdge < 0.0 && std::fabs(glued.drop) < 1e-6;
    report.find({"T-3", "book on the table edge: stays inside, falls outside, a linear solve holds it",
                 "inside both positive; outside far impulse zero, falls; linear: negative",
                 "inside " + number(inside.nearEdge) + " and " + number(inside.farEdge) + " of the weight; outside " +
                     number(outside.farEdge) + ", the end drops at " + number(outside.drop) + " g h; linear " +
                     number(glued.farEdge) + ", drops at " + number(std::fabs(glued.drop) < 1e-6 ? 0.0 : glued.drop),
                 holds, ""});
}

} // namespace cairn::lab
