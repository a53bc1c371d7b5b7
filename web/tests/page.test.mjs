// The testbed in headless Chromium: every scene runs and draws, hands and buttons do what they say. One browser for all.
import './page/scenes.mjs';
import './page/hands.mjs';
import './page/solvers.mjs';
import './page/drawing.mjs';
import './page/states.mjs';
import './page/phone.mjs';
