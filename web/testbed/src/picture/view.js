// The picture: sky, light and shadow, camera, and the meshes of every lane of a run.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { FlyControls } from './fly.js';
import { SceneMeshes } from './meshes.js';

const THEMES = {
  light: { sky: '#e9eff6', ground: '#b3bac3', above: '#ffffff', below: '#cfc4b6', ambient: 0.75, sun: 2.5, room: 0.45 },
  dark: { sky: '#151a22', ground: '#39414e', above: '#b9cdf0', below: '#2c2a2a', ambient: 0.7, sun: 2.9, room: 0.4 },
};
const SUN = { side: (52 * Math.PI) / 180, height: (50 * Math.PI) / 180 }; // left of the eye, above the ground

export class View {
  constructor(canvas, { plain }) {
    this.plain = plain; // small and without shadows: for tests, in which the processor draws
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({
      canvas, antialias: !plain, powerPreference: 'high-performance', preserveDrawingBuffer: plain,
    });
    this.renderer.shadowMap.enabled = !plain;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.05, 3000);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = !plain;
    this.orbit.dampingFactor = 0.12;
    this.fly = new FlyControls(this.camera, canvas);
    this.meshes = new Map(); // by lane
    this.ground = new THREE.Color();
    this.margins = { left: 0, right: 0, top: 0, bottom: 0 };
    this.#addLights();
    this.setTheme('light');
  }
  #addLights() {
    this.sky = new THREE.HemisphereLight();
    this.sun = new THREE.DirectionalLight('#fff3e0');
    this.sun.castShadow = !this.plain;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0002;
    this.sun.shadow.normalBias = 0.02;
    this.sun.shadow.intensity = 0.85;
    // A weak light from the other side, so that no face is flat.
    this.fill = new THREE.DirectionalLight('#cfe0ff', 0.5);
    this.scene.add(this.sky, this.sun, this.sun.target, this.fill);
    // Soft light from all around, as in a bright room.
    if (this.plain) return;
    this.scene.environment = new THREE.PMREMGenerator(this.renderer).fromScene(new RoomEnvironment()).texture;
  }

  setTheme(name) {
    const theme = THEMES[name];
    this.isDark = name === 'dark';
    this.scene.background = new THREE.Color(theme.sky);
    this.scene.fog ??= new THREE.Fog(theme.sky);
    this.scene.fog.color.set(theme.sky);
    this.ground.set(theme.ground);
    this.sky.color.set(theme.above);
    this.sky.groundColor.set(theme.below);
    this.sky.intensity = theme.ambient;
    this.sun.intensity = theme.sun;
    this.scene.environmentIntensity = theme.room;
    for (const meshes of this.meshes.values()) meshes.repaint();
  }

  // Shows a run, in place of the last one.
  open(run) {
    for (const meshes of this.meshes.values()) meshes.dispose();
    this.meshes.clear();
    this.run = run;
    this.followLanes();
  }
  // Before a lane goes.
  forget(lane) {
    this.meshes.get(lane)?.dispose();
    this.meshes.delete(lane);
  }
  // A lane by itself has the colours of its scene; where there are several, each has its own.
  followLanes() {
    const { lanes } = this.run;
    for (const lane of lanes) {
      const tint = lanes.length > 1 ? new THREE.Color(lane.colour) : null;
      let meshes = this.meshes.get(lane);
      if (!meshes) {
        meshes = new SceneMeshes(lane, { plain: this.plain, ground: this.ground, tint, ghost: !lane.isMain });
        this.meshes.set(lane, meshes);
        this.scene.add(meshes.root);
      }
      meshes.look.tint = tint;
      meshes.repaint();
    }
  }
  get main() { return this.meshes.get(this.run.main); }
  update() { for (const meshes of this.meshes.values()) meshes.update(); }

  // Camera.
  setFlying(on) {
    this.fly.enabled = on;
    this.orbit.enabled = !on;
    if (on) return;
    // Turn about what is in the middle of the picture, as far away as the last target was.
    const distance = this.camera.position.distanceTo(this.orbit.target);
    this.camera.getWorldDirection(this.orbit.target).multiplyScalar(distance).add(this.camera.position);
  }
  // While a body is held, the camera stays.
  setHeld(held) {
    this.orbit.enabled = !held && !this.fly.enabled;
    this.fly.held = held;
  }
  resetCamera() {
    const { eye, target } = this.run.scene.view;
    this.setCamera({ eye, target });
    const reach = this.camera.position.distanceTo(this.orbit.target);
    this.#placeSun(Math.min(70, Math.max(6, 0.8 * reach)));
    this.scene.fog.near = 1.4 * reach;
    this.scene.fog.far = 4 * reach;
  }
  setCamera({ eye, target }) {
    this.#frame();
    this.camera.position.set(...eye);
    this.orbit.target.set(...target);
    this.camera.lookAt(this.orbit.target);
    this.orbit.update();
  }
  getCamera() { return { eye: this.camera.position.toArray(), target: this.orbit.target.toArray() }; }
  // The shadow covers what the camera was set up to look at.
  #placeSun(reach) {
    const { camera } = this.sun.shadow, at = this.orbit.target, eye = this.camera.position;
    const azimuth = Math.atan2(eye.x - at.x, eye.z - at.z) - SUN.side;
    this.sun.target.position.copy(at);
    this.sun.position.setFromSphericalCoords(2.5 * reach, Math.PI / 2 - SUN.height, azimuth).add(at);
    this.fill.position.setFromSphericalCoords(1, Math.PI / 3, azimuth + 1.9);
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: 6 * reach });
    camera.updateProjectionMatrix();
  }

  // The middle of what the panels leave free is the middle of the picture.
  setMargins(margins) {
    this.margins = { left: 0, right: 0, top: 0, bottom: 0, ...margins };
    this.#frame();
  }
  #frame() {
    const { clientWidth: w, clientHeight: h } = this.canvas, { left, right, top, bottom } = this.margins;
    const wide = Math.max(160, w - left - right), high = Math.max(160, h - top - bottom);
    // Scenes are made for pictures of 3 to 2; where there is less room, look from as wide an angle as that takes.
    const angle = this.run?.scene.view.fieldOfView ?? 40;
    const tangent = Math.tan((Math.PI / 360) * angle) * (h / high) * Math.max(1, (1.4 * high) / wide);
    this.camera.aspect = w / h;
    this.camera.fov = Math.min(100, (360 / Math.PI) * Math.atan(tangent));
    this.camera.setViewOffset(w, h, (right - left) / 2, (bottom - top) / 2, w, h);
  }

  draw(seconds = 0) {
    const { clientWidth: w, clientHeight: h } = this.canvas, ratio = this.plain ? 1 : Math.min(devicePixelRatio, 2);
    if (this.canvas.width !== Math.floor(w * ratio) || this.canvas.height !== Math.floor(h * ratio)) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(w, h, false);
      this.#frame();
    }
    if (this.fly.enabled) this.fly.update(seconds);
    else this.orbit.update();
    this.renderer.render(this.scene, this.camera);
  }

  // From the eye through a point of the canvas (-1 to 1).
  ray(x, y) {
    this.camera.updateMatrixWorld();
    const origin = this.camera.position.clone();
    return { origin, direction: new THREE.Vector3(x, y, 0.5).unproject(this.camera).sub(origin).normalize() };
  }
}
