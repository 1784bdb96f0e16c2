import { assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { decoderBounds } from '#server/photos/decode/decodeShares.ts';

const MB = 1024 ** 2;
const GB = 1024 * MB;

test.each([
  { what: 'a computer with one core', cores: 1, memory: 2 * GB, processes: 4, takes: GB },
  { what: 'two cores', cores: 2, memory: 24 * GB, processes: 4, takes: GB },
  { what: 'four cores', cores: 4, memory: 8 * GB, processes: 6, takes: 1.5 * GB },
  { what: 'eight cores', cores: 8, memory: 32 * GB, processes: 10, takes: 2.5 * GB },
  { what: 'more cores than are used', cores: 128, memory: 512 * GB, processes: 18, takes: 4.5 * GB },
  { what: 'eight cores in a container of 1 GB', cores: 8, memory: GB, processes: 3, takes: 512 * MB },
  { what: 'a container of 512 MB', cores: 4, memory: 512 * MB, processes: 1, takes: 256 * MB },
  { what: 'a container of 256 MB', cores: 1, memory: 256 * MB, processes: 1, takes: 128 * MB },
])('$what: $processes processes', ({ cores, memory, processes, takes }) => {
  expect(decoderBounds({ cores, memoryBytes: memory })).toEqual({ processes, memoryBytes: takes });
});

test('all together never take more than half of the memory, and one is always there', () => {
  const machine = record({
    cores: integer({ min: 1, max: 512 }),
    memoryBytes: integer({ min: MB, max: 2 ** 45 }),
  });
  assert(
    property(machine, (one) => {
      const bounds = decoderBounds(one);
      return bounds.processes >= 1 && bounds.memoryBytes <= one.memoryBytes / 2;
    }),
  );
});

test('this machine has room for some', () => {
  expect(decoderBounds().processes).toBeGreaterThanOrEqual(1);
  expect(decoderBounds().memoryBytes).toBeGreaterThan(0);
});
