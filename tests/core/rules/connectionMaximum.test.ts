import { expect, test } from 'vitest';
import { connectionMaximum } from '#server/core/http/lifecycle/httpServer.ts';

test.each([
  ['few files: half of them stay free for photos and the database', 1_024, 512],
  ['the usual 20,000: all but those that are kept free', 20_000, 18_000],
  ['as many as the systemd unit allows: a fixed end, as each connection takes memory', 65_536, 25_000],
  ['no limit', Number.MAX_SAFE_INTEGER, 25_000],
])('%s', (_, openFiles, connections) => {
  expect(connectionMaximum(openFiles)).toBe(connections);
});
