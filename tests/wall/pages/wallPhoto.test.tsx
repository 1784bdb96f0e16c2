import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { WallPhoto } from '#src/shared/wallPhoto/WallPhoto.tsx';

const FERRY: Photo = { filename: 'ferry.jpg', albumSlug: 'a', caption: 'The ferry ', takenAt: '2023-06-21T19:30:00' };
const HILL: Photo = { filename: 'hill.jpg', albumSlug: 'a', caption: 'The hill', takenAt: '2023-06-21T20:30:00' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-05T13:07:30') });
});
afterEach(() => {
  vi.useRealTimers();
});

function show(photos: Photo[], changes: Partial<TabletSettings>) {
  const settings = { ...DEFAULT_TABLET_SETTINGS, ...changes };
  const pictures = photos.map((photo) => ({ photo, src: `/${photo.filename}` }));
  return render(<WallPhoto pictures={pictures} settings={settings} ratio={4 / 3} />);
}

test('by default nothing is written over a photo', () => {
  const { container } = show([FERRY], {});
  expect(container.textContent).toBe('');
  expect(screen.getByRole('img', { name: 'The ferry' })).toBeDefined();
});

test('caption, the day it was taken and the time, in the language of the tablet', () => {
  const { container } = show([FERRY], { caption: true, date: true, clockOverlay: true, locale: 'de', hours: 24 });
  const lines = Array.from(container.querySelectorAll('p'), ({ textContent }) => textContent);
  expect(lines).toEqual(['The ferry', '21. Juni 2023', '13:07']);
});

test('a photo that has neither caption nor date leaves only the clock, and nothing without one', () => {
  const bare = { filename: 'x.jpg', albumSlug: 'a' };
  expect(show([bare], { caption: true, date: true, clockOverlay: true }).container.textContent).toBe('1:07pm');
  expect(show([bare], { caption: true, date: true }).container.textContent).toBe('');
});

test('two photos side by side have both captions and their common day once', () => {
  const { container } = show([FERRY, HILL], { caption: true, date: true, pairs: true });
  const lines = Array.from(container.querySelectorAll('p'), ({ textContent }) => textContent);
  expect(lines).toEqual(['The ferry', 'The hill', 'June 21, 2023']);
});

test('the clock goes on by the minute, and all of it moves a little', () => {
  const { container } = show([FERRY], { clockOverlay: true });
  const place = () => container.querySelector<HTMLElement>('[style]')?.style.transform;
  const before = place();
  act(() => void vi.advanceTimersByTime(30_000));
  expect(container.textContent).toBe('1:08pm');
  expect(place()).not.toBe(before);
});

function positions(photos: Photo[], changes: Partial<TabletSettings>): string[] {
  return Array.from(show(photos, changes).container.querySelectorAll('img'), ({ style }) => style.objectPosition);
}

test('a filled wall is cut around the focus, with two side by side each in its half', () => {
  const upright = { ...FERRY, width: 200, height: 400, focus: { x: 0.5, y: 0 } };
  const wide = { ...HILL, width: 4_000, height: 1_000, focus: { x: 1, y: 0.5 } };
  expect(positions([upright], { fit: 'cover' })).toEqual(['50% 0%']);
  expect(positions([upright, wide], { fit: 'cover' })).toEqual(['50% 0%', '100% 50%']);
  expect(positions([wide], { fit: 'contain' })).toEqual(['']);
});
