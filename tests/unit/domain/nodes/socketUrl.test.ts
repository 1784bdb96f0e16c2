import { expect, test } from 'vitest';
import { socketUrl } from '../../../../src/domain/nodes/socketUrl.ts';

test.each([
  ['http://tree.example.org', 'http://tree.example.org'],
  ['  https://tree.example.org:8083/path?a=b#c ', 'https://tree.example.org:8083'],
  ['HTTPS://Tree.example.org', 'https://tree.example.org'],
  ['ws://tree.example.org:8083/nodes', 'ws://tree.example.org:8083'],
  ['wss://tree.example.org', 'wss://tree.example.org'],
])('%j is the socket server %s', (typed, origin) => {
  expect(socketUrl(typed)).toBe(origin);
});

test.each([
  '',
  'tree.example.org',
  'ftp://tree.example.org',
  'xhttp://tree',
  'http://',
  'http://a b',
  'http://a/b c',
  'http://:80',
])('%j is no address of a socket server', (typed) => {
  expect(socketUrl(typed)).toBeUndefined();
});
