// The page for tablets that are too old for the app. frame.html loads it, built down to ES5 by scripts/build/framePage.ts.
import './polyfills.ts';
import { FRAME_PAGE } from '../contract/paths.ts';
import { API_KEY_PARAMETER } from '../domain/access/kioskAddress.ts';
import { msToNextSecond } from '../domain/clock/clock.ts';
import { parameterIn } from '../domain/frame/parameterIn.ts';
import { paintClock } from './clockFace.ts';
import { currentSettings, followServer } from './followServer.ts';
import { part, shownMode } from './page.ts';
import { sayKeyIsMissing, showKnown, showRecalled } from './show.ts';
import { advance, move, placeAgain } from './stage.ts';

const apiKey = parameterIn(window.location.search, API_KEY_PARAMETER);

function tick(): void {
  window.setTimeout(tick, msToNextSecond(Date.now()));
  const { hours, slideMs } = currentSettings();
  paintClock(new Date(), hours);
  if (apiKey !== '') followServer(apiKey);
  advance(slideMs);
}

function connect(event: Event): void {
  event.preventDefault();
  const field = part('key');
  const typed = field instanceof HTMLInputElement ? field.value.trim() : '';
  if (typed === '') return;
  window.location.replace(`${FRAME_PAGE}?${API_KEY_PARAMETER}=${encodeURIComponent(typed)}`);
}

part('previous').addEventListener('click', () => move('previous'));
part('next').addEventListener('click', () => move('next'));
part('middle').addEventListener('click', () => showKnown(shownMode() === 'photos' ? 'clock' : 'photos'));
part('connect').addEventListener('submit', connect);
window.addEventListener('resize', placeAgain);
if (apiKey === '') sayKeyIsMissing();
else showRecalled(apiKey);
tick();
