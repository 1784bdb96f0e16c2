import { expect, test } from 'vitest';
import { serverBackWords, serverTroubleWords } from '#domain/troubles.ts';

test('troubles of the server are told in their sentences', () => {
  expect(serverTroubleWords(['disk-almost-full', 'no-backup'])).toEqual({
    title: 'The server needs attention',
    body: 'The disk of the server is almost full: less than 5 % of it are free. There has been no backup for 7 days.',
  });
  expect(serverBackWords(['no-backup'], 0)).toEqual({
    title: 'The server is working again',
    body: 'No longer true: “There has been no backup for 7 days.”',
  });
  expect(serverBackWords(['of-a-later-release'], 1).title).toBe('The server: a problem is solved');
});
