import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AREAS, areaOf } from '#contract/areas.ts';
import { pageAt } from '#contract/pages.ts';

// The manifests are files that are served as they are: nothing but this test holds their addresses against the pages.

interface Manifest {
  id?: string;
  scope: string;
  start_url?: string;
  shortcuts?: { url: string }[];
}

const NAMES = globSync('public/*.webmanifest').sort();

function pathOf(address: string): string {
  return new URL(address, 'http://localhost').pathname;
}

test('there are three', () => {
  expect(NAMES.length).toBe(3);
});

test.each(NAMES)('%s leads to pages of its own part of the app', (name) => {
  const manifest: Manifest = JSON.parse(readFileSync(name, 'utf8'));
  const area = AREAS.find(({ root }) => root === manifest.scope);
  expect(area?.homeScreenApp).toBe(area?.name);
  expect([manifest.scope, undefined]).toContain(manifest.id);
  const addresses = [
    manifest.scope,
    manifest.id,
    manifest.start_url,
    ...(manifest.shortcuts ?? []).map(({ url }) => url),
  ];
  for (const address of addresses.filter((entry) => entry !== undefined)) {
    expect(pageAt(pathOf(address)), address).toBeDefined();
    expect(areaOf(pathOf(address)), address).toBe(area);
  }
});
