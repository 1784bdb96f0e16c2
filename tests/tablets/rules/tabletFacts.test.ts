import { expect, it } from 'vitest';
import type { TabletReport } from '#contract/tablets/schemas.ts';
import { tabletFacts } from '#domain/tablets/tabletFacts.ts';

const factsOf = (report: Partial<TabletReport>) =>
  tabletFacts({ path: '/circuit-tree', ...report }, '2').map(({ text, isNotable }) => [text, isNotable ?? false]);

it('says nothing of what a tablet did not tell', () => expect(factsOf({})).toEqual([]));

it('tells what a tablet told', () => {
  const report: Partial<TabletReport> = {
    offlineReady: { done: 124, of: 200 },
    storage: { usage: 1_200_000_000, quota: 10_000_000_000 },
    screen: { width: 1024, height: 768 },
    battery: { level: 0.804, charging: true },
    version: '2',
  };
  expect(factsOf(report)).toEqual([
    ['Offline ready 124/200', false],
    ['1.2 GB of 10.0 GB used', false],
    ['1024 × 768', false],
    ['Battery 80 %, charging', false],
    ['App 2', false],
  ]);
});

it('names each of them, so that a page may show one alone', () => {
  const report: TabletReport = {
    path: '/circuit-tree',
    offlineReady: { done: 1, of: 2 },
    storage: { usage: 1, quota: 2 },
    screen: { width: 1, height: 2 },
    battery: { level: 1, charging: true },
    version: '1',
    failedBuild: '0',
  };
  const names = tabletFacts(report, '2').map(({ name }) => name);
  expect(names).toEqual(['offline', 'storage', 'screen', 'battery', 'app', 'build']);
});

it('marks another version, a build that failed and a battery that is low and not charging', () => {
  expect(tabletFacts({ path: '/', version: '1.0.0 (4149f43)' }, '1.1.0 (a248116)')).toMatchObject([
    { text: 'App 1.0.0 (4149f43), the server has 1.1.0 (a248116)', isNotable: true },
  ]);
  expect(tabletFacts({ path: '/', version: '2025-10-30 11:53' }, '1.1.0')).toMatchObject([
    { text: 'App of an earlier version (2025-10-30 11:53), the server has 1.1.0', isNotable: true },
  ]);
  expect(factsOf({ failedBuild: '3' })).toEqual([['Went back from app 3, which did not start', true]]);
  expect(factsOf({ battery: { level: 0.2, charging: false } })).toEqual([['Battery 20 %', true]]);
  expect(factsOf({ battery: { level: 0.2, charging: true } })[0]?.[1]).toBe(false);
  expect(factsOf({ battery: { level: 0.21, charging: false } })[0]?.[1]).toBe(false);
});

it('leaves out a quota that is not known', () => {
  expect(factsOf({ storage: { usage: 5_000_000, quota: 0 } })).toEqual([['5.0 MB used', false]]);
});
