import { beforeEach, expect, test } from 'vitest';
import { CredentialMemory } from '#server/core/access/credentials.ts';

let version: number | Error;
let now: number;
let asked: number;
let memory: CredentialMemory<string>;
beforeEach(() => {
  [version, now, asked] = [1, 0, 0];
  memory = new CredentialMemory({ accessVersion: tellVersion, now: () => now });
});

function tellVersion(): number {
  if (version instanceof Error) throw version;
  return version;
}

function recall(principal: string | undefined, until = 100, meanwhile: () => void = () => undefined) {
  return memory.recall('secret', async () => {
    asked += 1;
    meanwhile();
    return principal === undefined ? undefined : { principal, until };
  });
}

test('an unchanged credential is read from the database once', async () => {
  expect([await recall('ada'), await recall('nobody'), asked]).toEqual(['ada', 'ada', 1]);
});

test('any write makes it ask again', async () => {
  await recall('ada');
  version = 2;
  expect(await recall(undefined)).toBeUndefined();
});

test('what is written while the database is asked makes it ask again', async () => {
  await recall('ada', 100, () => {
    version = 2;
  });
  expect([await recall('eve'), asked]).toEqual(['eve', 2]);
});

test('a time that is over makes it ask again', async () => {
  await recall('ada', 5);
  now = 4;
  expect(await recall('eve', 5)).toBe('ada');
  now = 5;
  expect(await recall('eve', 5)).toBe('eve');
});

test('a no is never remembered, and one credential is not taken for another', async () => {
  await recall(undefined);
  expect(await recall('ada')).toBe('ada');
  expect(await memory.recall('other', async () => undefined)).toBeUndefined();
});

test('while the disk does not tell of writes the database is asked each time', async () => {
  await recall('ada');
  version = new Error('the disk is gone');
  expect(await recall('eve')).toBe('eve');
  expect(await recall(undefined)).toBeUndefined();
  version = 1;
  expect([await recall('tom'), await recall('nobody')]).toEqual(['tom', 'tom']);
});

test('with a database elsewhere it is looked for writes before each use of what is known', async () => {
  let written = 1;
  let refreshes = 0;
  const refresh = async () => {
    refreshes += 1;
    version = written;
    return true;
  };
  memory = new CredentialMemory({ accessVersion: tellVersion, refresh, now: () => now });
  expect([await recall('ada'), await recall('nobody'), asked, refreshes]).toEqual(['ada', 'ada', 1, 2]);
  written = 2;
  expect(await recall(undefined), 'the refresh tells of what another server wrote').toBeUndefined();
});

test('while a database elsewhere is away, whom it knew ten minutes ago is known still', async () => {
  let isAway = false;
  const refresh = async () => !isAway;
  const elsewhere = new CredentialMemory<string>({ accessVersion: () => 1, refresh, now: () => now });
  const ask = (principal: string | undefined, until = Number.POSITIVE_INFINITY) =>
    elsewhere.recall('secret', async () => {
      if (isAway) throw new Error('away');
      return principal === undefined ? undefined : { principal, until };
    });
  expect(await ask('ada')).toBe('ada');
  now = 5_000;
  expect(await ask('nobody'), 'known, and known to be good again').toBe('ada');
  isAway = true;
  now = 5_000 + 10 * 60_000 - 1;
  expect(await ask('nobody')).toBe('ada');
  now += 1;
  await expect(ask('nobody')).rejects.toThrow('away');
});

test('while a database elsewhere is away, a time that is over is over', async () => {
  let isAway = false;
  const refresh = async () => !isAway;
  const elsewhere = new CredentialMemory<string>({ accessVersion: () => 1, refresh, now: () => now });
  const ask = (principal: string | undefined) =>
    elsewhere.recall('secret', async () => {
      if (isAway) throw new Error('away');
      return principal === undefined ? undefined : { principal, until: 5 };
    });
  expect(await ask('ada')).toBe('ada');
  isAway = true;
  now = 4;
  expect(await ask('nobody')).toBe('ada');
  now = 5;
  await expect(ask('nobody')).rejects.toThrow('away');
  isAway = false;
  expect(await ask(undefined)).toBeUndefined();
  isAway = true;
  await expect(ask('nobody')).rejects.toThrow('away');
});

test('while a database elsewhere is away, nobody is known whose credential had ended before', async () => {
  let isAway = false;
  const refresh = async () => !isAway;
  const elsewhere = new CredentialMemory<string>({ accessVersion: tellVersion, refresh, now: () => now });
  const ask = (principal: string | undefined) =>
    elsewhere.recall('secret', async () => {
      if (isAway) throw new Error('away');
      return principal === undefined ? undefined : { principal, until: 100 };
    });
  expect(await ask('ada')).toBe('ada');
  version = 2;
  expect(await ask(undefined)).toBeUndefined();
  isAway = true;
  await expect(ask('nobody')).rejects.toThrow('away');
});
