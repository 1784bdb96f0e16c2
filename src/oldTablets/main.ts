// The page for tablets that are too old for the app. frame.html loads it, built down to ES5 by scripts/build/oldTabletPage.ts.
import { msToNextSecond, type ClockStyle, clockTexts, drift } from '#domain/clock/clock.ts';
import './polyfills.ts';
import { beginWithStored, currentSettings, followServer } from './followServer.ts';
import { forgetFormer } from './memory.ts';
import { applyProgramme, noteTouch } from './night.ts';
import { part, shownMode, alignTime } from './page.ts';
import { offerThisScreen, withKey, keyInUse } from './pairing.ts';
import { sayKeyIsMissing, showKnown } from './show.ts';
import { advance, move, placeAgain } from './stage.ts';
import { DIGIT_PITCH, DIGIT_PATHS, digitsWidth } from '#src/wall/clock/clockDigits.ts';

const COLON_WIDTH = 60;

/** Room for the ends of the lines, which are wider than the lines' points. */
const MARGIN = 6;

function numerals(text: string, left: number): string {
  const paths = text.split('').map((digit, place) => {
    return `<path transform="translate(${left + place * DIGIT_PITCH} 0)" d="${DIGIT_PATHS[Number(digit)]}"></path>`;
  });
  return paths.join('');
}

/** All numerals in one drawing, which a browser fits into any box. The colon is between hours and minutes. */
function timeDrawing(hours: string, minutes: string): string {
  const colonAt = digitsWidth(hours) + COLON_WIDTH / 2;
  const minutesAt = digitsWidth(hours) + COLON_WIDTH;
  const width = minutesAt + digitsWidth(minutes);
  const dots = [31, 69].map((y) => `<circle class="colon" cx="${colonAt}" cy="${y}" r="7"></circle>`).join('');
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${100 + 2 * MARGIN}`;
  const drawing = `${numerals(hours, 0)}${dots}${numerals(minutes, minutesAt)}`;
  return `<svg viewBox="${box}" aria-hidden="true">${drawing}</svg>`;
}

let painted = '';

/** Shows the time on the page; called every second, and does something when the minute or the setting has changed. */
function paintClock(now: Date, style: ClockStyle): void {
  const { time, half, date, weekday } = clockTexts(now, style);
  const [hours = '', minutes = ''] = time.split(':');
  const halves = ['am', 'pm'].map((name) => `<span class="half${name === half ? ' now' : ''}">${name}</span>`).join('');
  const markup =
    `<span class="spoken">${time}${half ? ` ${half}` : ''}</span>` +
    `<div class="time">${timeDrawing(hours, minutes)}</div>` +
    `<div class="day" dir="auto">${half ? `<span class="halves" aria-hidden="true">${halves}</span>` : ''}` +
    `<span class="weekday">${weekday}</span><span class="date">${date}</span></div>`;
  const { xPx, yPx } = drift(now.getTime());
  const clock = part('clock');
  clock.style.transform = `translate(${xPx}px, ${yPx}px)`;
  if (painted === markup) return;
  painted = markup;
  clock.innerHTML = markup;
  alignTime();
}

function tick(): void {
  window.setTimeout(tick, msToNextSecond(Date.now()));
  const settings = currentSettings();
  paintClock(new Date(), settings);
  const apiKey = keyInUse();
  if (apiKey !== '') followServer(apiKey);
  if (shownMode() === 'notice') offerThisScreen();
  applyProgramme();
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
forgetFormer();
if (keyInUse() === '') sayKeyIsMissing();
else beginWithStored(keyInUse());
tick();
