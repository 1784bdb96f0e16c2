import { describe, expect, it } from 'vitest';
import {
  goesBack,
  healthOf,
  isOnTrial,
  launched,
  launchEnded,
  type LaunchEnd,
  launchStood,
  type ShellHealth,
  UNKNOWN_HEALTH,
} from '#domain/shellHealth.ts';

const OLD = { build: 'old', files: ['/circuit-tree', '/assets/old.js'] };
const NEW = { build: 'new', files: ['/circuit-tree', '/assets/new.js'] };

/** A tablet that was updated from OLD. */
const UPDATED: ShellHealth = { ...UNKNOWN_HEALTH, stood: OLD, kept: OLD };

let pages = 0;

function open(health: ShellHealth, build = 'new'): { page: string; health: ShellHealth } {
  const page = `page ${(pages += 1)}`;
  return { page, health: launched(health, { page, build, watched: [...health.launches, page] }) };
}

/** A launch of the new build that ends so. */
function launch(before: ShellHealth, end: LaunchEnd | 'stands' | 'power cut'): ShellHealth {
  const { page, health } = open(before);
  if (end === 'stands') return launchStood(health, page, NEW);
  if (end === 'power cut') return health;
  return launchEnded(health, page, end);
}

/** Opened after a power cut: nobody watches the launches of before. */
function openAfresh(health: ShellHealth): ShellHealth {
  return launched(health, { page: 'afresh', build: 'new', watched: ['afresh'] });
}

describe('a build after an update', () => {
  it('is given up after two launches in a row that failed, and not before', () => {
    const once = launch(UPDATED, 'failed');
    expect(goesBack(once, 'new')).toBe(false);
    const twice = launch(once, 'failed');
    expect(goesBack(twice, 'new')).toBe(true);
    expect(twice.leftBuild).toBe('new');
    expect(twice.refused).toEqual(['new']);
  });

  it('is not given up when a launch between two failures stood', () => {
    const health = launch(launch(launch(UPDATED, 'failed'), 'stands'), 'failed');
    expect(goesBack(health, 'new')).toBe(false);
    expect(health.stood).toEqual(NEW);
  });

  it('takes no harm from any number of launches that say nothing', () => {
    let health = UPDATED;
    for (let count = 0; count < 20; count += 1) health = launch(health, 'void');
    expect(goesBack(health, 'new')).toBe(false);
    expect(health.misses).toBe(0);
  });

  it('is given up after four in a row that were broken off, whether the worker saw it or went with them', () => {
    let health = launch(launch(launch(UPDATED, 'broken off'), 'broken off'), 'broken off');
    expect(goesBack(health, 'new')).toBe(false);
    expect(goesBack(launch(health, 'broken off'), 'new')).toBe(true);
    health = UPDATED;
    for (let count = 0; count < 4; count += 1) {
      health = openAfresh(launch({ ...health, launches: [] }, 'power cut'));
      expect(goesBack(health, 'new')).toBe(count === 3);
    }
    expect(health.launches).toEqual([]);
  });

  it('is followed in each of its pages by itself', () => {
    const first = open(UPDATED);
    const second = open(first.health);
    expect(launchStood(second.health, first.page, NEW).launches).toEqual([second.page]);
  });

  it('is not counted twice for one launch', () => {
    const { page, health } = open(UPDATED);
    const failed = launchEnded(launchEnded(health, page, 'failed'), page, 'failed');
    expect(failed.misses).toBe(1);
    expect(launchStood(failed, page, NEW)).toBe(failed);
  });

  it('starts without the failures of the build before it', () => {
    const health = open(launch(UPDATED, 'failed'), 'newer').health;
    expect(health.misses).toBe(0);
    expect(health.launches).toHaveLength(1);
  });
});

describe('a build that was given up', () => {
  const given = launch(launch(UPDATED, 'failed'), 'failed');

  it('stays so when the server has another one and then it again', () => {
    const newer = open(given, 'newer').health;
    expect(goesBack(newer, 'newer')).toBe(false);
    expect(goesBack(newer, 'new')).toBe(true);
  });

  it('is named until another one stands', () => {
    const { page, health } = open(given, 'newer');
    expect(health.leftBuild).toBe('new');
    expect(launchStood(health, page, { build: 'newer', files: [] }).leftBuild).toBe('');
  });

  it('is not what the next update would go back to', () => {
    expect(given.stood).toEqual(OLD);
    const stoodOnce = launch(UPDATED, 'stands');
    expect(launch(launch(stoodOnce, 'failed'), 'failed').stood).toEqual(OLD);
  });

  it('is named once, however often it failed, beside the others', () => {
    const before = { ...given, refused: ['older', 'new'] };
    const { page, health } = open({ ...before, misses: 1 });
    expect(launchEnded({ ...health, launches: [page] }, page, 'failed').refused).toEqual(['older', 'new']);
  });

  it('stays refused when another one stands', () => {
    const { page, health } = open(given, 'newer');
    expect(launchStood(health, page, { build: 'newer', files: [] }).refused).toEqual(['new']);
  });

  it('is used if the copy of the one before is gone, and taken again once it stands', () => {
    const alone = { ...given, kept: undefined };
    expect(goesBack(alone, 'new')).toBe(false);
    expect(launch(alone, 'stands').refused).toEqual([]);
  });

  it('is among the last ten only', () => {
    let health = UPDATED;
    for (let count = 0; count < 12; count += 1) {
      for (const _ of [1, 2]) {
        const { page, health: opened } = open(health, `build ${count}`);
        health = launchEnded(opened, page, 'failed');
      }
    }
    expect(health.refused).toHaveLength(10);
    expect(health.refused.at(-1)).toBe('build 11');
  });
});

describe('without a copy of another build', () => {
  it.each([
    ['none', UNKNOWN_HEALTH],
    ['the same', { ...UNKNOWN_HEALTH, kept: NEW }],
  ])('(%s) nothing is given up', (_what, start) => {
    let health: ShellHealth = start;
    for (let count = 0; count < 5; count += 1) health = launch(health, 'failed');
    expect(goesBack(health, 'new')).toBe(false);
    expect(health.refused).toEqual([]);
  });

  it('a launch is followed until the build has stood once', () => {
    expect(isOnTrial(UNKNOWN_HEALTH, 'new')).toBe(true);
    expect(isOnTrial(launch(UNKNOWN_HEALTH, 'stands'), 'new')).toBe(false);
  });
});

it('every launch of an updated tablet is followed, and none of the kept build', () => {
  expect(isOnTrial(launch(UPDATED, 'stands'), 'new')).toBe(true);
  expect(isOnTrial(launch(launch(UPDATED, 'failed'), 'failed'), 'new')).toBe(false);
});

describe('the stored record', () => {
  it('is read as it was written', () => {
    const health = launch(launch(UPDATED, 'failed'), 'failed');
    expect(healthOf(structuredClone(health))).toEqual(health);
  });

  it.each([undefined, null, 'x', 7])('is unknown if it is %j', (value) => {
    expect(healthOf(value)).toEqual(UNKNOWN_HEALTH);
  });

  it('is taken as far as it can be understood', () => {
    expect(healthOf({ misses: 'x', launches: ['a', 7], refused: 'b', kept: { build: 'old', files: null } })).toEqual({
      ...UNKNOWN_HEALTH,
      launches: ['a'],
      kept: { build: 'old', files: [] },
    });
  });
});
