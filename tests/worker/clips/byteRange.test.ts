import { expect, test } from 'vitest';
import { byteRange, partOf } from '#sw/clips/byteRange.ts';

test.each([
  [null, 'whole'],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=3-99', { first: 3, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', 'outside'],
  ['bytes=5-3', 'outside'],
  ['bytes=-0', 'outside'],
  // Several parts, and what is no range, are answered with the whole, as a server may.
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=-', 'whole'],
  ['lines=0-1', 'whole'],
])('of ten bytes, %s names %o', (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected);
});

const FILE = new Blob(['0123456789']);

test('a part says where in the whole it lies', async () => {
  const part = partOf(FILE, 'bytes=3-5', 'video/mp4');
  expect([part.status, await part.text()]).toEqual([206, '345']);
  expect(Object.fromEntries(part.headers)).toEqual({
    'accept-ranges': 'bytes',
    'content-length': '3',
    'content-range': 'bytes 3-5/10',
    'content-type': 'video/mp4',
  });
});

test('the whole says that there are parts, and a part beyond the end where the end is', async () => {
  const whole = partOf(FILE, null, 'video/mp4');
  expect([whole.status, await whole.text(), whole.headers.get('Accept-Ranges')]).toEqual([200, '0123456789', 'bytes']);
  const beyond = partOf(FILE, 'bytes=10-', 'video/mp4');
  expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, 'bytes */10']);
});
