// The picture: light, shadow, camera, and the meshes of one scene or two.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { SceneMeshes } from './meshes.js';

const SKIES = { light: ['#e6ecf3', '#d3dbe4'], dark: ['#14181f', '#333b48'] };

export class View {
  constructor(canvas, plain) {
    this.plain = plain;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !plain, powerPreference: 'high-performance', preserveDrawingBuffer: plain });
    this.renderer.shadowMap.enabled = !plain;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.toneMappingExposure = 0.95;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.05, 2000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !plain;
    this.controls.dampingFactor = 0.12;
    this.sky = new THREE.HemisphereLight('#ffffff', '#b9b2a8', 1.9);
    this.sun = new THREE.DirectionalLight('#fff1dd', 2.4);
    this.sun.castShadow = !plain;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.03;
    this.sun.shadow.radius = 5;
    // A weak light from the other side, so that no face is flat.
    this.fill = new THREE.DirectionalLight('#cfe0ff', 0.55);
    this.fill.position.set(-1, 0.4, -0.6);
    this.scene.add(this.fill);
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.setTheme('light');
  }

  setTheme(name) {
    const [far, ground] = SKIES[name];
    this.scene.background = new THREE.Color(far);
    this.scene.fog = new THREE.Fog(far, 60, 260);
    this.groundColour = new THREE.Color(ground);
    this.sky.intensity = name === 'dark' ? 1.1 : 1.9;
    if (!this.main) return;
    this.main.groundColour = this.groundColour;
    this.main.repaint();
  }

  // Shows a scene, in place of the last one.
  open(scene) {
    this.main?.dispose();
    this.compare(null);
    this.source = scene;
    this.main = new SceneMeshes(scene, this);
    this.scene.add(this.main.root);
    this.resetCamera();
  }
  // And a second one over it, or none.
  compare(scene, tint = '#12b5ff') {
    this.ghost?.dispose();
    this.ghost = scene && new SceneMeshes(scene, { plain: this.plain, groundColour: this.groundColour, tint });
    if (this.ghost) this.scene.add(this.ghost.root);
  }
  get world() { return this.source.world; }
  update() {
    this.main.update();
    this.ghost?.update();
  }

  resetCamera() {
    const { eye, target } = this.source.view;
    this.#frame();
    this.camera.position.set(...eye);
    this.controls.target.set(...target);
    this.controls.update();
    // The shadow covers what the camera was set up to look at.
    const reach = Math.min(60, Math.max(8, 0.75 * this.camera.position.distanceTo(this.controls.target)));
    this.sun.target.position.copy(this.controls.target);
    this.sun.position.set(0.45, 1, 0.35).normalize().multiplyScalar(2.5 * reach).add(this.controls.target);
    Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: 6 * reach });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.scene.fog.near = 4 * reach;
    this.scene.fog.far = 14 * reach;
  }

  // The middle of what the panels leave free is the middle of the picture.
  setMargins(left, right) {
    this.margins = [left, right];
    this.#frame();
  }
  #frame() {
    const { clientWidth: w, clientHeight: h } = this.renderer.domElement, [left, right] = this.margins ?? [0, 0];
    const free = Math.max(200, w - left - right);
    this.camera.aspect = w / h;
    // Scenes are made for pictures of 3 to 2; where there is less room, look from as wide an angle as that takes.
    const tangent = Math.tan((Math.PI / 360) * (this.source?.view.fieldOfView ?? 40)) * Math.max(1, (1.5 * h) / free);
    this.camera.fov = Math.min(100, (360 / Math.PI) * Math.atan(tangent));
    this.camera.setViewOffset(w, h, (right - left) / 2, 0, w, h);
    this.camera.updateProjectionMatrix();
  }

  draw() {
    const canvas = this.renderer.domElement, { clientWidth: w, clientHeight: h } = canvas;
    const ratio = this.plain ? 1 : Math.min(devicePixelRatio, 2);
    if (canvas.width !== Math.floor(w * ratio) || canvas.height !== Math.floor(h * ratio)) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(w, h, false);
      this.#frame();
    }
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }

  // From the eye through a point of the canvas (-1 to 1).
  ray(x, y) {
    const direction = new THREE.Vector3(x, y, 0.5).unproject(this.camera).sub(this.camera.position).normalize();
    return { origin: this.camera.position.clone(), direction };
  }
}
