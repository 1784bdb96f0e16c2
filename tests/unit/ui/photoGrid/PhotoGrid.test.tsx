import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { columnsThatFit, indexAfterKey, isFastScroll, tileSizeFor } from '../../../../src/ui/photoGrid/gridGeometry.ts';
import { type GridPhoto, PhotoGrid } from '../../../../src/ui/photoGrid/PhotoGrid.tsx';

const retryDelayMs = (failures: number) => failures * 1_000;

function photos(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function tileOf(photo: number): GridPhoto {
  return { key: `k${photo}`, src: `/p/${photo}.jpg`, label: `Photo ${photo + 1}`, retryDelayMs };
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
  const place = { index: 5, columns: 4, count: 10 };
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => indexAfterKey(key, place)),
  ).toEqual([4, 6, 1, 9, 0, 9, undefined]);
  expect(indexAfterKey('ArrowUp', { ...place, index: 2 })).toBeUndefined();
  expect(indexAfterKey('ArrowRight', { ...place, index: 9 })).toBeUndefined();
});
