import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { requestChecks, shortened } from '#server/core/http/schemaCompilers.ts';

const ROUTE = { method: 'POST', url: '/', httpPart: 'body' };

/** A list that counts how often one of its entries is read. */
function counted(length: number, entry: unknown) {
  let reads = 0;
  const list = new Proxy(
    Array.from({ length }, () => entry),
    {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  return { list, reads: () => reads };
}

test('of too many entries a few are read, however many there are', () => {
  const [length, message] = [100_000, 'must not have more than 5 items'];
  const schema = Type.Object({ ids: Type.Array(Type.String(), { maxItems: 5 }) });
  const { list, reads } = counted(length, 1);
  expect(requestChecks({ schema, ...ROUTE })({ ids: list })).toMatchObject({
    error: [{ instancePath: '/ids', message }],
  });
  expect(reads()).toBeLessThan(30);
  const before = counted(length, 1);
  Compile(schema).Errors({ ids: before.list });
  expect(before.reads()).toBeGreaterThan(length);
});

test('a list without a length is looked at in its first entries', () => {
  const { list, reads } = counted(100_000, 1);
  const checked = requestChecks({ schema: Type.Object({ ids: Type.Array(Type.String()) }), ...ROUTE })({ ids: list });
  expect(checked).toMatchObject({
    error: { 0: { instancePath: '/ids/0', message: 'must be string' }, length: 8 },
  });
  expect(reads()).toBeLessThan(30);
});

test('what is deeper than a schema reads is left out', () => {
  let nested: unknown = [];
  for (let level = 0; level < 5_000; level++) nested = [nested];
  expect(JSON.stringify(shortened(nested, 3))).toBe('[[[null]]]');
});
