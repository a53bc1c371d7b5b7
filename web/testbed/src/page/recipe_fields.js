// The fields of a recipe (include/cairn/solver.h), in the order in which they are shown.
import { enums } from '/package/dist/api.js';

const choice = (name, list, what) => ({ name, type: 'choice', choices: enums[list], what });
const number = (name, lower, upper, step, what) => ({ name, type: 'number', lower, upper, step, what });
const flag = (name, what) => ({ name, type: 'flag', what });

// Those that matter most stand in front.
export const FIRST = [
  choice('schedule', 'SolverSchedule', 'in which order constraints are solved'),
  choice('bias', 'SolverBias', 'how position errors are cured'),
  number('iterations', 0, 60, 1, 'sweeps with bias in a substep'),
  number('relaxIterations', 0, 20, 1, 'sweeps without bias after the bodies have moved'),
  number('warmStart', 0, 1, 0.05, 'share of the last impulses with which a substep begins'),
  number('eta', 0, 1, 0.05, 'share of the last impulse that soft contacts do not bleed off'),
  number('massGain', 0, 2, 0.05, 'weight amplification: what carries a load counts as heavier by this much'),
  number('inertiaGain', 0, 2, 0.05, 'the same for turning'),
  number('massRatio', 0, 100, 1, 'weight amplification: the lighter one counts as this part of the heavier; 0: as it is'),
];
export const MORE = [
  choice('writes', 'SolverWrites', 'when impulses reach the bodies'),
  choice('cells', 'SolverCells', 'blocks of the schedule cells'),
  number('massTaper', 0, 60, 1, 'bodies above that halve massGain; 0: none does'),
  number('inertiaTaper', 0, 60, 1, 'bodies above that end inertiaGain'),
  number('gainHeight', 0, 100, 1, 'bodies in a column up to which the gains are full; none from twice as many; 0: any number'),
  number('restDamping', 0, 20, 0.5, 'per second: what touches something and is slow loses speed at this rate'),
  number('restSpeed', 0.001, 0.02, 0.001, 'm/s of the farthest point: what is slower is damped by restDamping'),
  number('positionIterations', 0, 20, 1, 'sweeps of splitImpulse and positionPass'),
  number('beta', 0, 1, 0.05, 'share of the error that is cured in a substep'),
  number('slop', 0, 0.05, 0.001, 'metres of overlap that are left alone'),
  number('maxBias', 0, 20, 0.5, 'm/s with which overlap is undone at most; 0: as the world says'),
  number('compliance', 0, 0.001, 0.00001, 'm/N, of contacts'),
  number('relaxation', 0.1, 1.9, 0.05, 'of each change: below 1 under-, above 1 over-relaxed'),
  number('shock', 0, 1, 0.05, 'shock propagation: share of the second solve'),
  number('cellLinks', 1, 1024, 1, 'constraints in a grown cell'),
  number('cellExtent', 0.1, 20, 0.1, 'metres: edge of a cube of the grid'),
  number('seed', 1, 1000, 1, 'of the schedule shuffled'),
  flag('naiveClamping', 'bounds act on each change instead of the total: shown, not recommended'),
  flag('blockNormals', 'the points of a patch at once, exactly'),
  flag('directJoints', 'trees of joints at once'),
  flag('aggressiveSleep', 'bodies fall asleep one by one'),
];
