import { describe, expect, it, test } from 'vitest';
import { markText, nodesText } from '#domain/nodes/nodeList.ts';
import { socketUrl } from '#domain/nodes/socketUrl.ts';

describe('nodesText', () => {
  it.each([
    [0, 1, 'The node is on time'],
    [0, 4, 'All 4 nodes are on time'],
    [1, 1, 'The node is late'],
    [2, 14, '2 of 14 nodes are late'],
    [0, 2, 'Both nodes are on time'],
    [2, 2, 'Both nodes are late'],
    [1, 4, '1 of 4 nodes is late'],
    [1, 2, '1 of 2 nodes is late'],
    [4, 4, '4 of 4 nodes are late'],
  ])('%i of %i: %s', (late, total, text) => {
    expect([nodesText({ total, late, failing: 0 }), nodesText({ total, late })]).toEqual([text, text]);
  });

  it.each([
    [1, 1, '1 of 4 nodes is late, 1 reports trouble'],
    [0, 2, 'All 4 nodes are on time, 2 report trouble'],
  ])('%i of 4 late, %i in trouble: %s', (late, failing, text) => {
    expect(nodesText({ total: 4, late, failing })).toBe(text);
  });
});

describe('markText', () => {
  test.each([
    [{ isMuted: true, isTold: true, isAcknowledged: true, isFailing: false }, 'muted'],
    [{ isMuted: false, isTold: true, isAcknowledged: true, isFailing: false }, 'acknowledged'],
    [{ isMuted: false, isTold: true, isAcknowledged: false, isFailing: false }, undefined],
    [{ isMuted: false, isTold: false, isAcknowledged: true, isFailing: false }, undefined],
  ])('%o', (mark, text) => expect(markText({ nodeId: 'a', ...mark })).toBe(text));

  test('a node without one has none', () => expect(markText(undefined)).toBeUndefined());
});

describe('socketUrl', () => {
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
});
