// The page for tablets that are too old for the app. frame.html loads it, built down to ES5 by scripts/build/oldTabletPage.ts.
import { msToNextSecond } from '#domain/clock/clock.ts';
import './polyfills.ts';
import { paintClock } from './clockFace.ts';
import { beginWithStored, currentSettings, followServer } from './followServer.ts';
import { keyInUse } from './keyInUse.ts';
import { lookAtNight, noteTouch } from './night.ts';
import { part, shownMode } from './page.ts';
import { offerThisScreen, withKey } from './pairing.ts';
import { sayKeyIsMissing, showKnown } from './show.ts';
import { advance, move, placeAgain } from './stage.ts';

function tick(): void {
  window.setTimeout(tick, msToNextSecond(Date.now()));
  const settings = currentSettings();
  paintClock(new Date(), settings);
  const apiKey = keyInUse();
  if (apiKey !== '') followServer(apiKey);
  if (shownMode() === 'notice') offerThisScreen();
  lookAtNight();
  advance(settings.slideMs);
}

function connect(event: Event): void {
  event.preventDefault();
  const field = part('key');
  const typed = field instanceof HTMLInputElement ? field.value.trim() : '';
  if (typed !== '') withKey(typed);
}

part('previous').addEventListener('click', () => move('previous'));
part('next').addEventListener('click', () => move('next'));
part('middle').addEventListener('click', () => showKnown(shownMode() === 'photos' ? 'clock' : 'photos'));
part('connect').addEventListener('submit', connect);
for (const touch of ['click', 'keydown']) document.addEventListener(touch, noteTouch, true);
window.addEventListener('resize', placeAgain);
if (keyInUse() === '') sayKeyIsMissing();
else beginWithStored(keyInUse());
tick();
