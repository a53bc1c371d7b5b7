// Cairn, a physics engine. Methods of World are those of the C++ class, in world.d.ts.
import type { SolverRecipe, Transform, Vec3, WorldDef, WorldMethods } from './world.js';
export * from './world.js';

// Ids are numbers. 0 is none; one of something that was destroyed is refused.
declare const kind: unique symbol;
export type BodyId = number & { readonly [kind]?: 'body' };
export type ShapeId = number & { readonly [kind]?: 'shape' };
export type JointId = number & { readonly [kind]?: 'joint' };
export type ParticleId = number & { readonly [kind]?: 'particle' };

/** Data of shapes. After dispose, shapes that use it go on, and new ones cannot. */
export interface Geometry<Kind extends string> {
  readonly kind: Kind;
  readonly disposed: boolean;
  dispose(): void;
}
export type Hull = Geometry<'hull'>;
export type Mesh = Geometry<'mesh'>;
export type HeightField = Geometry<'heightField'>;
export type Compound = Geometry<'compound'>;

/** Centred on the origin, axis along y. Rounding adds to the size. */
export type Shape =
  | { kind: 'sphere'; radius?: number }
  | { kind: 'capsule'; halfHeight?: number; radius?: number }
  | { kind: 'box'; halfExtents?: Vec3; rounding?: number }
  | { kind: 'cylinder'; halfHeight?: number; radius?: number; rounding?: number }
  | { kind: 'cone'; halfHeight?: number; radius?: number; rounding?: number }
  | { kind: 'plane' }
  | { kind: 'hull'; hull: Hull; rounding?: number }
  | { kind: 'mesh'; mesh: Mesh }
  | { kind: 'heightField'; heightField: HeightField }
  | { kind: 'compound'; compound: Compound };

/** Poses of many things, read at once into memory of the module. */
export interface View<Id extends number> {
  readonly count: number;
  /** Floats per item. */
  readonly stride: number;
  /** Over the module's memory: take it anew after every update. */
  readonly array: Float32Array;
  update(): Float32Array;
  set(items: Id[]): void;
  dispose(): void;
}

export interface World extends WorldMethods {
  readonly disposed: boolean;
  /** Later calls throw. */
  dispose(): void;
  /** 'pose': position, quaternion, awake (8 floats). 'matrix': 16 floats, as instanced meshes want them. */
  createPoseView(bodies: BodyId[], layout?: 'pose' | 'matrix'): View<BodyId>;
  /** Position, awake (4 floats). */
  createPointView(particles: ParticleId[]): View<ParticleId>;
}

export interface Cairn {
  readonly threads: number;
  /** Why there is one thread where more were asked for; empty otherwise. */
  readonly threadsProblem: string;
  /** The catalogue, by name: for WorldDef.solver and World.setSolver. */
  readonly solvers: Readonly<Record<string, Required<SolverRecipe>>>;
  createWorld(def?: WorldDef): World;
  /** Around points: x y z, x y z, ... or objects. */
  createHull(points: Float32Array | number[] | Vec3[], options?: { maxVertices?: number }): Hull;
  createMesh(positions: Float32Array | number[] | Vec3[], indices: Uint32Array | number[]): Mesh;
  createHeightField(field: { columns: number; rows: number; heights: Float32Array | number[]; origin?: Vec3; spacingX?: number; spacingZ?: number }): HeightField;
  createCompound(children: { shape: Shape; pose?: Transform }[]): Compound;
  memoryBytes(): number;
  /** Ends the threads. Every later call throws. */
  terminate(): void;
}

export interface LoadOptions {
  /** 1 to 64. More than 1 needs shared memory: see the README. */
  threads?: number;
  /** Where the .wasm files are, if not beside the script. */
  module?: URL | string;
  threadsModule?: URL | string;
}
export function load(options?: LoadOptions): Promise<Cairn>;
