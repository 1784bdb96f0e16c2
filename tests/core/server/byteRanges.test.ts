import { expect, test } from 'vitest';
import { requestedRange } from '#server/core/http/byteRanges.ts';

const FILE = { bytes: 100, etag: '"a"' };

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=9-3', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['lines=0-9', 'whole'],
  [`bytes=0-${'9'.repeat(40)}`, 'whole'],
])('%s of 100 bytes is %j', (range, expected) => {
  expect(requestedRange(range === undefined ? {} : { range }, FILE)).toEqual(expected);
});

test('a part of another version of the file is the whole', () => {
  expect(requestedRange({ range: 'bytes=0-9', 'if-range': '"a"' }, FILE)).toEqual({ first: 0, last: 9 });
  expect(requestedRange({ range: 'bytes=0-9', 'if-range': '"b"' }, FILE)).toBe('whole');
});
