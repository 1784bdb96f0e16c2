/** The markup is KioskHomeScreen's; the buttons answer when the app does, half a second later. */
import { HOME_CHOICES } from '../../screens/kiosk/home/homeChoices.ts';
import { VERSION_LABEL } from '../../environment.ts';
import { logoMarkup } from './logo.ts';

export function drawHome(frame: HTMLElement): void {
  const choices = HOME_CHOICES.map(({ name, drawing: { lines, node } }) => {
    const [x, y, r] = node;
    const paths = lines.map((line) => `<path d="${line}"></path>`).join('');
    return (
      `<span class="home-choice"><svg viewBox="0 0 64 64" aria-hidden="true">${paths}` +
      `<circle class="home-node" cx="${x}" cy="${y}" r="${r}"></circle></svg>${name}</span>`
    );
  });
  frame.innerHTML =
    `<div class="home"><div class="home-name"><span class="home-logo">${logoMarkup()}</span></div>` +
    `<div class="home-choices">${choices.join('')}</div><div class="home-notes"></div>` +
    `<p class="home-version">${VERSION_LABEL}</p></div>`;
}
