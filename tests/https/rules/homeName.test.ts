import { expect, test } from 'vitest';
import { homeLabel, isForeign, nameMoved, numberedName, numberOf, yieldsTo } from '#domain/addresses/homeName.ts';

test.each([
  ['photos', 'photos'],
  ['Photos.local', 'photos'],
  ['photos.local.', 'photos'],
  ['wall-2', 'wall-2'],
  ['p', 'p'],
  ['x'.repeat(52), 'x'.repeat(52)],
  ['x'.repeat(53), undefined],
  ['photos.home', undefined],
  ['-photos', undefined],
  ['my photos', undefined],
  ['.local', undefined],
  ['wall.locals', undefined],
])('HOME_NAME=%s is the label %s', (text, label) => {
  expect(homeLabel(text)).toBe(label);
});

test('a taken name makes way for the next, and a library keeps its number', () => {
  expect([1, 2, 12].map((number) => numberedName('circuit-tree', number))).toEqual([
    'circuit-tree.local',
    'circuit-tree-2.local',
    'circuit-tree-12.local',
  ]);
  expect(numberOf('circuit-tree-2.local', 'circuit-tree')).toBe(2);
  for (const other of [
    null,
    'circuit-tree.local',
    'photos-2.local',
    'x.circuit-tree-2.local',
    'circuit-tree-2xlocal',
  ]) {
    expect(numberOf(other, 'circuit-tree')).toBe(1);
  }
  expect(nameMoved({ from: 'a.local', to: 'b.local' })).toMatch(/^HOME_NAME: .* a\.local .* b\.local /);
});

const OWN = { addresses: ['192.168.1.20', '10.0.0.5'], installation: 'mine' };

test.each<[string, Parameters<typeof isForeign>[0], boolean]>([
  ['of this server', { addresses: ['192.168.1.20'], installation: 'mine' }, false],
  ['of the machine itself, under its own name', { addresses: ['10.0.0.5'], installation: undefined }, false],
  ['of another library on this machine', { addresses: ['192.168.1.20'], installation: 'other' }, true],
  [
    'of another device at an address of ours too',
    { addresses: OWN.addresses.concat('10.0.0.6'), installation: 'mine' },
    true,
  ],
  ['of another device', { addresses: ['192.168.1.21'], installation: undefined }, true],
  ['of a copy of this library on another machine', { addresses: ['192.168.1.21'], installation: 'mine' }, true],
])('a claim %s', (_, claim, expected) => {
  expect(isForeign(claim, OWN)).toBe(expected);
});

test('addresses are compared in their order, whatever was said first', () => {
  const claim = { addresses: ['10.0.0.9', '10.0.0.1'], installation: 'a' };
  expect(yieldsTo(claim, { addresses: ['10.0.0.5'], installation: 'a' })).toBe(false);
  expect(yieldsTo({ ...claim, addresses: ['10.0.0.1', '10.0.0.9'] }, { ...claim })).toBe(false);
  expect(yieldsTo({ addresses: ['10.0.0.5'], installation: 'a' }, claim)).toBe(true);
  expect(yieldsTo({ ...claim, installation: undefined }, { ...claim, installation: '4f' })).toBe(false);
});

test('of two that begin at the same time one yields, whichever looks; addresses are compared as numbers', () => {
  const claims = [
    { addresses: ['192.168.1.9'], installation: 'z' },
    { addresses: ['192.168.1.10'], installation: 'a' },
    { addresses: ['192.168.1.10'], installation: 'b' },
  ] as const;
  const yielding = claims.map((own) => claims.map((claim) => yieldsTo(claim, own)));
  expect(yielding).toEqual([
    [false, true, true],
    [false, false, true],
    [false, false, false],
  ]);
});
