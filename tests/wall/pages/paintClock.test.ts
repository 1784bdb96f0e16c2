import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepClockPainted, paintClock } from '#src/wall/clock/paintClock.ts';

let face: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  face = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  vi.useRealTimers();
  face.remove();
});

const text = (part: string) => face.querySelector(`.clock-${part}`)?.textContent;
const half = () => face.querySelector('[aria-current=true]')?.textContent;
const second = () => face.querySelector('i')?.style.transform;

it('tells the time, the half of the day, the day, and the second of the minute', () => {
  paintClock(face, new Date('2026-02-28T23:59:15'));
  expect([text('text'), half(), text('weekday'), text('date')]).toEqual(['11:59', 'pm', 'Saturday', '2026.2.28']);
  expect(second()).toBe('translateX(25%)');
  expect(face.querySelectorAll('.clock-digits path')).toHaveLength(4);
  expect([face.className, face.id, face.getAttribute('role')]).toEqual(['clock-face', 'clock', 'timer']);
});

it('writes the day in the direction of its language', () => {
  paintClock(face, new Date('2026-02-28T23:59:15'), { locale: 'ar', hours: 24 });
  expect(text('weekday')).toBe('السبت');
  expect(face.querySelector('.clock-day')?.getAttribute('dir')).toBe('auto');
});

it('is drawn once a minute, and only the second moves in between', () => {
  paintClock(face, new Date('2026-03-01T10:00:00'));
  const drawn = face.firstChild;
  paintClock(face, new Date('2026-03-01T10:00:59'));
  expect(face.firstChild).toBe(drawn);
  expect(second()).toMatch(/^translateX\(98\.3/);
  paintClock(face, new Date('2026-03-01T10:01:00'));
  expect(face.firstChild).not.toBe(drawn);
  expect(text('text')).toBe('10:01');
});

it('notices twelve hours that look the same on its face', () => {
  paintClock(face, new Date('2026-03-01T10:00:00'));
  paintClock(face, new Date('2026-03-01T22:00:00'));
  expect([text('text'), half()]).toEqual(['10:00', 'pm']);
});

it('drifts with the minute against burn-in', () => {
  const places = new Set<string>();
  for (let minute = 0; minute < 14; minute += 1) {
    paintClock(face, new Date(Date.parse('2026-03-01T10:00:00') + minute * 60_000));
    places.add(face.style.transform);
  }
  expect(places.size).toBe(14);
});

it('is painted with each second, and at once when the page is looked at again, until it is stopped', () => {
  vi.setSystemTime('2026-03-01T10:00:00.400');
  const stop = keepClockPainted(face);
  vi.advanceTimersByTime(599);
  expect(second()).toBe('translateX(0%)');
  vi.advanceTimersByTime(1);
  expect(second()).toMatch(/^translateX\(1\.66/);

  vi.setSystemTime('2026-03-02T17:05:00');
  document.dispatchEvent(new Event('visibilitychange'));
  expect([text('text'), text('date')]).toEqual(['5:05', '2026.3.2']);
  expect(vi.getTimerCount()).toBe(1);

  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime('2026-03-02T17:06:00');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(text('text')).toBe('5:05');
});

it('is left alone once it is gone from the page', () => {
  vi.setSystemTime('2026-03-01T10:00:00');
  keepClockPainted(face);
  face.remove();
  vi.advanceTimersByTime(60_000);
  expect(text('text')).toBe('10:00');
  expect(vi.getTimerCount()).toBe(0);
});
