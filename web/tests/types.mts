// What the declarations accept and refuse; tests/types.test.mjs compiles it.
import { load, type BodyId, type World, type HingeJointDef } from '../package/dist/index.js';
const cairn = await load({ threads: 2 });
const world: World = cairn.createWorld({ gravity: { x: 0, y: -9, z: 0 }, continuous: 'all' });
const body: BodyId = world.createBody({ type: 'dynamic', locks: { linearZ: true } });
const shape = world.createShape(body, { kind: 'box' }, { material: { friction: 1 } });
const def: HingeJointDef = { link: world.jointLink(body, world.createBody(), { x: 0, y: 0, z: 0 }), limits: { enabled: true, lower: 0, upper: 1 } };
const joint = world.createHingeJoint(def);
world.userData(shape); world.userData(joint); world.contacts(body).map((c) => c.points[0]!.impulse!);
const hits = world.castRayAll({ origin: { x: 0, y: 1, z: 0 }, translation: { x: 0, y: -1, z: 0 } });
const h: bigint = world.hash(); const bytes: Uint8Array = world.snapshot(); world.restore(bytes);
const poses: Float32Array = world.createPoseView([body]).update();
const events = world.events().contactBegins.length + world.jointBreakEvents().length;
console.log(hits.length, h, poses, events, world.shapeCount(), world.shapeCount(body), world.isValid(shape));
// @ts-expect-error wrong kind
world.createBody({ type: 'solid' });
// @ts-expect-error unknown field
world.createBody({ typ: 'dynamic' });
// @ts-expect-error shape id for a body
world.pose(shape);
