import { clockTexts, DEFAULT_CLOCK_STYLE, drift, msToNextSecond, type ClockStyle } from '#domain/clock/clock.ts';
import { DIGIT_PATHS, DIGIT_PITCH, digitsWidth } from './clockDigits.ts';

const COLON =
  '<svg class="clock-colon" viewBox="0 0 24 100" aria-hidden="true">' +
  '<circle cx="12" cy="31" r="7.5"></circle><circle cx="12" cy="69" r="7.5"></circle></svg>';

function digits(text: string): string {
  const paths = text.split('').map((digit, place) => {
    return `<path transform="translate(${place * DIGIT_PITCH} 0)" d="${DIGIT_PATHS[Number(digit)]}"></path>`;
  });
  return `<svg class="clock-digits" viewBox="0 0 ${digitsWidth(text)} 100" aria-hidden="true">${paths.join('')}</svg>`;
}

/** Returns the same markup for a whole minute. The page's content security policy forbids style attributes in it. */
function markupOf(now: Date, style: ClockStyle): string {
  const { time, half, date, weekday } = clockTexts(now, style);
  const [hours = '', minutes = ''] = time.split(':');
  const halves = ['am', 'pm'].map((name) => `<span class="clock-half" aria-current="${name === half}">${name}</span>`);
  const halvesOfDay = half ? `<div class="clock-halves">${halves.join('')}</div>` : '';
  return (
    `<div class="clock-time"><span class="clock-text">${time}</span>${digits(hours)}${COLON}${digits(minutes)}` +
    `${halvesOfDay}</div>` +
    `<div class="clock-seconds" aria-hidden="true"><i></i></div>` +
    `<div class="clock-day" dir="auto"><span class="clock-weekday">${weekday}</span><span class="clock-date">${date}</span></div>`
  );
}

const paintedMarkup = new WeakMap<HTMLElement, string>();

/** Turns the element into the clock's face, which paintClock.css styles, and shows the time on it. */
export function paintClock(face: HTMLElement, now: Date, style = DEFAULT_CLOCK_STYLE): void {
  const markup = markupOf(now, style);
  if (paintedMarkup.get(face) !== markup) {
    paintedMarkup.set(face, markup);
    face.className = 'clock-face';
    face.id ||= 'clock';
    face.setAttribute('role', 'timer');
    face.innerHTML = markup;
  }
  const { xPx, yPx } = drift(now.getTime());
  face.style.transform = `translate(${xPx}px, ${yPx}px)`;
  const second = face.querySelector('i');
  if (second) second.style.transform = `translateX(${(now.getSeconds() * 100) / 60}%)`;
}

/**
 * Paints the clock now, at every full second, and at once when the page becomes visible again, until the returned
 * function is called or the face is removed from the page.
 */
export function keepClockPainted(face: HTMLElement, style?: ClockStyle): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    clearTimeout(timer);
    const now = new Date();
    paintClock(face, now, style);
    timer = setTimeout(() => (face.isConnected ? tick() : stop()), msToNextSecond(now.getTime()));
  };
  const paintIfSeen = () => {
    if (document.visibilityState === 'visible') tick();
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', paintIfSeen);
  };
  tick();
  document.addEventListener('visibilitychange', paintIfSeen);
  return stop;
}
