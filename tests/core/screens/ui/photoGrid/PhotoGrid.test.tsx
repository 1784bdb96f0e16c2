import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  columnsThatFit,
  indexAfterKey,
  isFastScroll,
  rowAt,
  rowsOf,
  tileSizeFor,
} from '#src/shared/ui/photoGrid/gridGeometry.ts';
import { type GridPhoto, PhotoGrid } from '#src/shared/ui/photoGrid/PhotoGrid.tsx';

const retryDelayMs = (failures: number) => failures * 1_000;

function photos(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function tileOf(photo: number): GridPhoto {
  return { key: `k${photo}`, src: `/p/${photo}.jpg`, label: `Photo ${photo + 1}`, position: 'center', retryDelayMs };
}

test('of 10,000 photos only those near the view are in the document, and all have their place', () => {
  render(
    <PhotoGrid photos={photos(10_000)} tileOf={tileOf} label="Photos" onOpen={() => undefined} columnsFor={() => 4} />,
  );
  const grid = screen.getByRole('region', { name: 'Photos' });
  expect(grid.querySelectorAll('*').length).toBeLessThan(150);
  const tile = tileSizeFor(1024, 4);
  expect(grid.style.height).toBe(`${2_500 * (tile + 12) - 12}px`);
  expect(screen.getByRole('button', { name: 'Photo 1' }).querySelector('img')).toHaveProperty('width', tile);
});

test('a press opens the photo, arrows move the one tab stop, a suspended grid holds only its place', () => {
  const onOpen = vi.fn();
  const props = { photos: photos(20), tileOf, label: 'Photos', onOpen, columnsFor: () => 4 };
  const { rerender } = render(<PhotoGrid {...props} />);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Photo 1' }), { key: 'ArrowDown' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Photo 5' }), { key: 'ArrowRight' });
  const stops = screen.getAllByRole('button').filter((tile) => tile.tabIndex === 0);
  expect(stops.map((tile) => tile.getAttribute('aria-label'))).toEqual(['Photo 6']);
  fireEvent.click(screen.getByRole('button', { name: 'Photo 7' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(6);
  const { height } = screen.getByRole('region').style;

  rerender(<PhotoGrid {...props} suspended />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('region').style.height).toBe(height);
  rerender(<PhotoGrid {...props} />);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Photo 7');
});

test('a thumbnail that failed is asked for again after the delay of its failures, for as long as it is there', () => {
  vi.useFakeTimers();
  try {
    const { unmount } = render(<PhotoGrid photos={photos(1)} tileOf={tileOf} label="Photos" />);
    const image = screen.getByRole('img');
    const asked = vi.spyOn(image, 'setAttribute');
    for (const failures of [1, 2]) {
      fireEvent.error(image);
      vi.advanceTimersByTime(failures * 1_000 - 1);
      expect(asked).toHaveBeenCalledTimes(failures - 1);
      vi.advanceTimersByTime(1);
      expect(asked).toHaveBeenCalledTimes(failures);
      expect(asked).toHaveBeenLastCalledWith('src', expect.stringMatching(/\/p\/0\.jpg$/));
    }
    fireEvent.error(image);
    unmount();
    vi.advanceTimersByTime(60_000);
    expect(asked).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

test('without something to open the tiles are pictures', () => {
  render(<PhotoGrid photos={photos(3)} tileOf={tileOf} label="Photos" />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    'Photo 1',
    'Photo 2',
    'Photo 3',
  ]);
});

/** One frame of a fast scroll. */
function scrollTo(top: number, afterMs: number): void {
  vi.advanceTimersByTime(afterMs);
  Object.assign(window, { scrollY: top });
  fireEvent.scroll(window);
}

function shownPictures(): { loaded: string[]; waiting: number } {
  const images = [...document.images];
  const loaded = images.flatMap((image) => image.getAttribute('src') ?? []);
  return { loaded, waiting: images.length - loaded.length };
}

test('tiles scrolled past fast fetch no picture; where the scrolling ends all pictures are fetched', () => {
  vi.useFakeTimers();
  try {
    render(<PhotoGrid photos={photos(10_000)} tileOf={tileOf} label="Photos" columnsFor={() => 4} />);
    expect(shownPictures().waiting).toBe(0);
    // A single jump after a rest is no fast scroll: it restores an earlier scroll position.
    scrollTo(20_000, 5_000);
    expect(shownPictures()).toMatchObject({ waiting: 0, loaded: expect.arrayContaining(['/p/308.jpg']) });
    scrollTo(40_000, 16);
    scrollTo(60_000, 16);
    expect(shownPictures().loaded).not.toContain('/p/924.jpg');
    expect(shownPictures().waiting).toBeGreaterThan(10);
    act(() => {
      vi.advanceTimersByTime(200);
    });
    expect(shownPictures()).toMatchObject({ waiting: 0, loaded: expect.arrayContaining(['/p/924.jpg']) });
  } finally {
    vi.useRealTimers();
    Object.assign(window, { scrollY: 0 });
  }
});

test('four screens a second and no more are looked at', () => {
  expect(isFastScroll({ movedPx: 51, ms: 16, viewPx: 768 })).toBe(true);
  expect(isFastScroll({ movedPx: -51, ms: 16, viewPx: 768 })).toBe(true);
  expect(isFastScroll({ movedPx: 49, ms: 16, viewPx: 768 })).toBe(false);
  expect(isFastScroll({ movedPx: 7_680, ms: 5_000, viewPx: 768 })).toBe(false);
});

test('as many columns as fit, never none; keys stop at the edges', () => {
  expect([0, 199, 200, 411, 412, 1_000].map((width) => columnsThatFit(width, 200))).toEqual([1, 1, 1, 1, 2, 4]);
  const place = { index: 5, rows: rowsOf([10], 4), count: 10 };
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => indexAfterKey(key, place)),
  ).toEqual([4, 6, 1, 9, 0, 9, undefined]);
  expect(indexAfterKey('ArrowUp', { ...place, index: 2 })).toBeUndefined();
  expect(indexAfterKey('ArrowRight', { ...place, index: 9 })).toBeUndefined();
});

describe('a grid in sections', () => {
  const sections = [
    { title: 'May', count: 3 },
    { title: 'June', count: 1 },
    { title: 'July', count: 6 },
  ];
  const rows = rowsOf([3, 1, 6], 4);

  test('begins each with a row of its own', () => {
    expect(rows).toEqual([
      { first: 0, count: 3, section: 0 },
      { first: 3, count: 1, section: 1 },
      { first: 4, count: 4, section: 2 },
      { first: 8, count: 2 },
    ]);
    expect(rowsOf([3, 1, 6], 4, 2)).toEqual(rows.slice(0, 2));
    expect([0, 2, 3, 4, 7, 8, 9].map((index) => rowAt(rows, index))).toEqual([0, 0, 1, 2, 2, 3, 3]);
  });

  test.each([
    ['ArrowDown', 2, 3],
    ['ArrowUp', 3, 0],
    ['ArrowDown', 3, 4],
    ['ArrowUp', 6, 3],
    ['ArrowDown', 7, 9],
    ['ArrowRight', 2, 3],
    ['ArrowUp', 1, undefined],
    ['ArrowDown', 9, undefined],
  ])('%s leads from photo %i to photo %s', (key, index, expected) => {
    expect(indexAfterKey(key, { index, rows, count: 10 })).toBe(expected);
  });

  test('has a heading above the first photos of each', () => {
    render(<PhotoGrid photos={photos(10)} sections={sections} tileOf={tileOf} label="Photos" columnsFor={() => 4} />);
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['May', 'June', 'July']);
    const tile = tileSizeFor(1024, 4);
    expect(screen.getByRole('region').style.height).toBe(`${4 * (tile + 12) - 12 + 3 * 48}px`);
  });
});

test('photos that are not loaded have their place, and are asked for when they come near', () => {
  const onMissing = vi.fn();
  const list = Array.from({ length: 1_000 }, (_, at) => (at < 6 ? at : undefined));
  const props = { tileOf, label: 'Photos', onMissing, onOpen: () => undefined, columnsFor: () => 4 };
  const { rerender } = render(<PhotoGrid photos={list} {...props} />);
  expect(screen.getAllByRole('button')).toHaveLength(6);
  expect(onMissing).toHaveBeenCalledWith(4, 7);
  expect(onMissing.mock.calls.flat().every((index) => index >= 4 && index < 100)).toBe(true);
  onMissing.mockClear();
  rerender(<PhotoGrid photos={photos(1_000)} {...props} />);
  expect(onMissing).not.toHaveBeenCalled();
  expect(screen.getAllByRole('button').length).toBeGreaterThan(6);
});
