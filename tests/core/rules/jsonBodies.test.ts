import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeTrouble } from '#server/core/http/jsonBodies.ts';

const LIMITS = { levels: 3, parts: 20, items: 30 };

/** The levels of a value, its lists, objects and fields, and its items without the first of each list and object. */
function shapeOf(value: unknown): { levels: number; parts: number; items: number } {
  if (typeof value !== 'object' || value === null) return { levels: 0, parts: 0, items: 0 };
  const inside = Object.values(value).map(shapeOf);
  const fields = Array.isArray(value) ? 0 : inside.length;
  const sum = (of: 'parts' | 'items') => inside.reduce((total, part) => total + part[of], 0);
  return {
    levels: 1 + Math.max(0, ...inside.map(({ levels }) => levels)),
    parts: 1 + fields + sum('parts'),
    items: Math.max(0, inside.length - 1) + sum('items'),
  };
}

const characters = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ':', ',', ']', '}') });

describe('the shape of a JSON body', () => {
  test('is refused exactly when the value would be too deep or have too many parts', () => {
    const bodies = fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, space) => {
      const { levels, parts, items } = shapeOf(value);
      const isRefused = levels > LIMITS.levels || parts > LIMITS.parts || items > LIMITS.items;
      expect(shapeTrouble(JSON.stringify(value, null, space), LIMITS) !== undefined).toBe(isRefused);
    });
    fc.assert(bodies);
  });

  test('is not made by what is in a text, however it is quoted', () => {
    const texts = fc.property(characters, (text) => {
      expect(shapeTrouble(JSON.stringify([text]), { levels: 1, parts: 1, items: 0 })).toBeUndefined();
    });
    fc.assert(texts);
  });

  test('is found of a text that is no JSON too', () => {
    fc.assert(fc.property(characters, (text) => void shapeTrouble(text, LIMITS)));
    expect(shapeTrouble('{"a":"', LIMITS)).toBeUndefined();
  });
});
