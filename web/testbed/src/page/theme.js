// Dark or light: as the system says, until the user says otherwise.
import { $ } from './dom.js';

export class Theme {
  constructor(view) {
    this.view = view;
    const system = matchMedia('(prefers-color-scheme: dark)');
    this.set(localStorage.getItem('theme') ?? (system.matches ? 'dark' : 'light'));
    system.addEventListener('change', () => {
      if (!localStorage.getItem('theme')) this.set(system.matches ? 'dark' : 'light');
    });
    $('theme').onclick = () => this.toggle();
  }
  set(name) {
    this.name = name;
    document.documentElement.classList.toggle('dark', name === 'dark');
    this.view.setTheme(name);
  }
  toggle() {
    this.set(this.name === 'dark' ? 'light' : 'dark');
    localStorage.setItem('theme', this.name);
  }
}
