import { beforeEach, expect, test } from 'vitest';
import { CredentialMemory } from '../../../../server/auth/credentialMemory.ts';

let version: number | Error;
let now: number;
let asked: number;
let memory: CredentialMemory<string>;
beforeEach(() => {
  [version, now, asked] = [1, 0, 0];
  memory = new CredentialMemory({ anyWrite: tellVersion, now: () => now });
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

test('the database is asked once for a credential that nobody touches', async () => {
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

test('while the disk does not tell of writes, or where it never does, the database is asked each time', async () => {
  await recall('ada');
  version = new Error('the disk is gone');
  expect(await recall('eve')).toBe('eve');
  version = 1;
  expect(await recall('tom'), 'what was known before may be used again, as nobody wrote').toBe('ada');
  const without = new CredentialMemory<string>({ anyWrite: undefined, now: () => now });
  await without.recall('secret', async () => ({ principal: 'ada', until: 100 }));
  expect(await without.recall('secret', async () => undefined)).toBeUndefined();
});

test('with a database elsewhere each request asks it; while it is away, whom it knew ten minutes ago is known still', async () => {
  const elsewhere = new CredentialMemory<string>({ anyWrite: undefined, now: () => now });
  let isAway = false;
  const ask = (principal: string | undefined, until = Number.POSITIVE_INFINITY) =>
    elsewhere.recall('secret', async () => {
      asked += 1;
      if (isAway) throw new Error('away');
      return principal === undefined ? undefined : { principal, until };
    });
  expect([await ask('ada'), await ask('eve'), asked]).toEqual(['ada', 'eve', 2]);
  isAway = true;
  now = 10 * 60_000 - 1;
  expect(await ask('nobody')).toBe('eve');
  now += 1;
  await expect(ask('nobody')).rejects.toThrow('away');
  isAway = false;
  expect(await ask('ada', now + 5)).toBe('ada');
  isAway = true;
  expect(await ask('nobody')).toBe('ada');
  now += 5;
  await expect(ask('nobody')).rejects.toThrow('away');
  isAway = false;
  expect([await ask('ada'), await ask(undefined)]).toEqual(['ada', undefined]);
  isAway = true;
  await expect(ask('nobody')).rejects.toThrow('away');
});
