/** The markup is ClockFace's, so that nothing jumps when React takes over. */
import { clockTexts, drift, msToNextSecond } from '../../domain/clock/clock.ts';
import { DIGIT_PATHS, DIGIT_PITCH, digitsWidth } from '../../domain/clock/clockDigits.ts';

function digits(text: string): string {
  const paths = text.split('').map((digit, place) => {
    return `<path transform="translate(${place * DIGIT_PITCH} 0)" d="${DIGIT_PATHS[Number(digit)]}"></path>`;
  });
  return `<svg class="clock-digits" viewBox="0 0 ${digitsWidth(text)} 100" aria-hidden="true">${paths.join('')}</svg>`;
}

function draw(frame: HTMLElement, now: Date): void {
  const { time, half, date, weekday } = clockTexts(now);
  const [hours = '', minutes = ''] = time.split(':');
  const dots = '<circle cx="12" cy="31" r="7.5"></circle><circle cx="12" cy="69" r="7.5"></circle>';
  const halves = ['am', 'pm'].map((name) => `<span class="clock-half" aria-current="${name === half}">${name}</span>`);
  frame.innerHTML =
    `<div class="clock-face" id="clock" role="timer"><div class="clock-time"><span class="clock-text">${time}</span>` +
    `${digits(hours)}<svg class="clock-colon" viewBox="0 0 24 100" aria-hidden="true">${dots}</svg>${digits(minutes)}` +
    `<div class="clock-halves">${halves.join('')}</div></div>` +
    `<div class="clock-seconds" aria-hidden="true"><i></i></div>` +
    `<div class="clock-day"><span class="clock-weekday">${weekday}</span><span class="clock-date">${date}</span></div></div>`;
  const { xPx, yPx } = drift(now.getTime());
  const [face, second] = [frame.firstElementChild, frame.querySelector('i')];
  if (face instanceof HTMLElement) face.style.transform = `translate(${xPx}px, ${yPx}px)`;
  if (second) second.style.transform = `translateX(${(now.getSeconds() * 100) / 60}%)`;
}

/** Tells the time until the app does. */
export function drawClock(frame: HTMLElement): void {
  const now = new Date();
  draw(frame, now);
  setTimeout(() => frame.isConnected && drawClock(frame), msToNextSecond(now.getTime()));
}
