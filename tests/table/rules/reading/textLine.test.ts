import { expect, it } from 'vitest';
import { boxBlurred, type Grey } from '#domain/table/finding/pixels.ts';
import { type CardPicture, upsideDown } from '#domain/table/reading/cardPicture.ts';
import { textLineOf } from '#domain/table/reading/textLine.ts';

const WIDTH = 300;
const HEIGHT = 200;

/** A card with dark rectangles on it: left, top, width, height. */
function card(...marks: (readonly [number, number, number, number])[]): CardPicture {
  const data = new Float32Array(WIDTH * HEIGHT).fill(220);
  for (const [left, top, width, height] of marks)
    for (let y = top; y < top + height; y += 1) data.fill(30, y * WIDTH + left, y * WIDTH + left + width);
  return pictureOf({ width: WIDTH, height: HEIGHT, data });
}

function pictureOf(grey: Grey): CardPicture {
  return { grey, brightnessAt: (x, y) => grey.data[Math.floor(y) * grey.width + Math.floor(x)] ?? 0 };
}

/** Five letters in a row. */
function letters(top: number, height: number): [number, number, number, number][] {
  return [0, 1, 2, 3, 4].map((index) => [80 + index * 30, top, 16, height]);
}

it('finds the line in the lower half, as high as the reader wants it', () => {
  const line = textLineOf(card(...letters(140, 30)));
  expect(line?.letterHeight).toBeCloseTo(0.15, 2);
  expect(line?.isCut).toBe(false);
  expect(line?.picture.height).toBeGreaterThan(34);
  expect(line?.picture.data[0], 'white around it').toBe(255);
});

it('finds the other line after a half turn', () => {
  const both = card(...letters(140, 30), ...letters(40, 20));
  expect(textLineOf(both)?.letterHeight).toBeCloseTo(0.15, 2);
  expect(textLineOf(upsideDown(both))?.letterHeight).toBeCloseTo(0.1, 2);
});

it('finds nothing on an empty card, nor in a frame', () => {
  expect(textLineOf(card())).toBeUndefined();
  expect(textLineOf(card([10, 185, 280, 3], [10, 10, 3, 180], [287, 10, 3, 180]))).toBeUndefined();
});

it('says that ink beside the line may be a letter', () => {
  expect(textLineOf(card(...letters(140, 30), [232, 148, 12, 7]))?.isCut).toBe(true);
});

it('finds letters that are small in their place, since the card leaves table bare around it', () => {
  expect(textLineOf(card(...letters(140, 9)))?.letterHeight).toBeCloseTo(0.045, 2);
});

it('tells letters from the corners of the card’s frame beside them', () => {
  const corner = [
    [20, 142, 3, 30],
    [20, 169, 54, 3],
  ] as const;
  const [line, alone] = [textLineOf(card(...letters(140, 24), ...corner)), textLineOf(card(...letters(140, 24)))];
  expect(line?.letterHeight).toBeCloseTo(0.12, 2);
  expect(line?.picture.width).toBe(alone?.picture.width);
});

it('tells thin letters from the edge of their strip, which holds more ink', () => {
  const thin = letters(140, 30).flatMap(([left, top, width, height]) => [
    [left, top, 3, height] as const,
    [left + width - 3, top, 3, height] as const,
    [left, top, width, 3] as const,
  ]);
  expect(textLineOf(card(...thin, [60, 110, 180, 9]))?.letterHeight).toBeCloseTo(0.15, 2);
});

it('parts the strokes that blur has joined', () => {
  const strokes = [80, 90, 100, 110, 120].map((left) => [left, 140, 5, 24] as const);
  const line = textLineOf(pictureOf(boxBlurred(boxBlurred(card(...strokes).grey, 3), 2)));
  const { width, height, data } = line?.picture ?? { width: 0, height: 0, data: [] };
  const middle = Array.from(data).slice((height >> 1) * width, ((height >> 1) + 1) * width);
  const inside = middle.slice(
    middle.findIndex((value) => value < 60),
    middle.findLastIndex((value) => value < 60),
  );
  expect(Math.max(...inside), 'white between two strokes').toBeGreaterThan(245);
});
