import { expect, it } from 'vitest';
import { evenCards } from '#domain/table/finding/evenness.ts';
import { measured } from '#domain/table/finding/quads.ts';
import type { Node } from '#domain/table/finding/straighten.ts';
import type { Homography } from '#domain/table/homography.ts';

/** A place is 100 pixels wide and high. */
const TO_PICTURE: Homography = [100, 0, 50, 0, 100, 50, 0, 0, 1];

/** A shape in its place: how far it lies beside the middle, and how large it is, in pixels. */
function node(column: number, row: number, { right = 0, below = 0, width = 80, height = 80 } = {}): Node {
  const [x, y] = [column * 100 + 50 + right, row * 100 + 50 + below];
  const [left, top] = [x - width / 2, y - height / 2];
  return {
    column,
    row,
    quad: measured([
      { x: left, y: top },
      { x: left + width, y: top },
      { x: left + width, y: top + height },
      { x: left, y: top + height },
    ]),
  };
}

function inPlaces(of: (column: number, row: number) => Node): Node[] {
  return Array.from({ length: 9 }, (_, index) => of(index % 3, Math.floor(index / 3)));
}

it('counts cards that lie in the middle of their places and have one size', () => {
  const even = evenCards({
    nodes: inPlaces((column, row) => node(column, row, { right: row })),
    toPicture: TO_PICTURE,
  });
  expect(even.nodes).toHaveLength(9);
  expect(even.areCentred).toBe(true);
});

it('counts neither a shape that lies elsewhere nor one of another size', () => {
  const nodes = [...inPlaces((column, row) => node(column, row)), node(3, 0, { right: 20 }), node(3, 1, { width: 40 })];
  expect(evenCards({ nodes, toPicture: TO_PICTURE }).nodes).toEqual(nodes.slice(0, 9));
});

it('counts parts of cards on one side of the middle, and says that they are beside it', () => {
  const strips = inPlaces((column, row) => node(column, row, { below: 22, height: 30 }));
  const even = evenCards({ nodes: strips, toPicture: TO_PICTURE });
  expect(even.nodes).toHaveLength(9);
  expect(even.areCentred).toBe(false);
});
