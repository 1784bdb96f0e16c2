import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { columnsThatFit, indexAfterKey, tileSizeFor } from '../../src/ui/gridGeometry.ts';
import { PhotoGrid } from '../../src/ui/PhotoGrid.tsx';

function photos(count: number) {
  return Array.from({ length: count }, (_, at) => ({ key: `k${at}`, src: `/p/${at}.jpg`, label: `Photo ${at + 1}` }));
}

test('of 10,000 photos only those near the view are in the document, and all have their place', () => {
  render(<PhotoGrid photos={photos(10_000)} label="Photos" onOpen={() => undefined} columnsFor={() => 4} />);
  const grid = screen.getByRole('region', { name: 'Photos' });
  expect(grid.querySelectorAll('*').length).toBeLessThan(150);
  const tile = tileSizeFor(1024, 4);
  expect(grid.style.height).toBe(`${2_500 * (tile + 12) - 12}px`);
  expect(screen.getByRole('button', { name: 'Photo 1' }).querySelector('img')).toHaveProperty('width', tile);
});

test('a press opens the photo, arrows move the one tab stop, a suspended grid holds only its place', () => {
  const onOpen = vi.fn();
  const props = { photos: photos(20), label: 'Photos', onOpen, columnsFor: () => 4 };
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

test('without something to open the tiles are pictures', () => {
  render(<PhotoGrid photos={photos(3)} label="Photos" />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    'Photo 1',
    'Photo 2',
    'Photo 3',
  ]);
});

test('as many columns as fit, never none; keys stop at the edges', () => {
  const columns = columnsThatFit(200);
  expect([0, 199, 200, 411, 412, 1_000].map(columns)).toEqual([1, 1, 1, 1, 2, 4]);
  const place = { index: 5, columns: 4, count: 10 };
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => indexAfterKey(key, place)),
  ).toEqual([4, 6, 1, 9, 0, 9, undefined]);
  expect(indexAfterKey('ArrowUp', { ...place, index: 2 })).toBeUndefined();
  expect(indexAfterKey('ArrowRight', { ...place, index: 9 })).toBeUndefined();
});
