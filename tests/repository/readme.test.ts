import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOMS } from '#scripts/lint/doors.ts';
import {
  ADMIN_FROM_BOTTOM_TO_TOP,
  SERVER_FROM_BOTTOM_TO_TOP,
  WORKER_FROM_BOTTOM_TO_TOP,
} from '#scripts/lint/partsInOrder.ts';
import { COMMANDS } from '#server/cli/commandLine.ts';
import { usageOf } from '#server/cli/command.ts';
import { FORMER } from '#server/settings/nearMisses.ts';
import { readSettings } from '#server/settings/settings.ts';
import { inBackticks, readPage, ROOT, tableBelow } from '../support/repository/pages.ts';

// Compares the tables of the documentation with the code.

const PACKAGE: {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
} = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const OPERATING = readPage('docs/guide/operating.md');
const ARCHITECTURE = readPage('docs/design/architecture.md');
const CONTRIBUTING = readPage('CONTRIBUTING.md');

function firstColumn(...table: Parameters<typeof tableBelow>): string[] {
  return tableBelow(...table).map(([first = '']) => first);
}

test('every setting there is, and no other', () => {
  const asked = new Set<string>();
  const listening = { get: (_: object, name: string) => void asked.add(name) };
  readSettings(new Proxy({}, listening));
  const told = ['Settings', 'For developers'].flatMap((heading) => firstColumn(OPERATING, heading));
  const present = [...asked].filter((name) => !(name in FORMER));
  expect(told.flatMap(inBackticks).sort()).toEqual(present.sort());
});

test("every operator's command with its options", () => {
  expect(COMMANDS.length).toBeGreaterThan(5);
  expect(firstColumn(OPERATING, "Operator's commands").flatMap(inBackticks)).toEqual(COMMANDS.map(usageOf));
});

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

test('every dependency, and none that has gone', () => {
  const there = Object.keys({ ...PACKAGE.dependencies, ...PACKAGE.devDependencies });
  const named = firstColumn(ARCHITECTURE, 'Dependencies').flatMap((cell) => cell.split(', '));
  expect(there.filter((name) => !named.some((pattern) => fits(name, pattern)))).toEqual([]);
  expect(named.filter((pattern) => !there.some((name) => fits(name, pattern)))).toEqual([]);
});

function allowedBy({ sees }: (typeof ROOMS)[string]): string[] {
  return [...new Set(sees.map((name) => name.replace(/^src\/(?!\*)/, '')))].sort();
}

/** The two abbreviations of that table. */
const BASE = ['contract', 'domain', 'environment.ts', 'state'];
const ABBREVIATIONS: Record<string, readonly string[]> = {
  nothing: [],
  '*base*': BASE,
  '*screen*': [...BASE, 'api', 'realtime', 'session', 'offline', 'device', 'kioskKey', 'ui'],
};

function partsIn(cell: string): string[] {
  return cell
    .split(', ')
    .flatMap((name) => ABBREVIATIONS[name] ?? [name])
    .sort();
}

const ordered = [...ADMIN_FROM_BOTTOM_TO_TOP, ...WORKER_FROM_BOTTOM_TO_TOP, ...SERVER_FROM_BOTTOM_TO_TOP];

test('every folder the linter knows, with what it may import', () => {
  const told = tableBelow(ARCHITECTURE, 'Who may import whom').flatMap(([folders = '', , allowed = '']) =>
    inBackticks(folders).map((folder) => [folder, partsIn(allowed)] as const),
  );
  const held = Object.entries(ROOMS).filter(([folder]) => !ordered.includes(folder));
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(held.map(([folder, room]) => [folder, allowedBy(room)])));
});

/** npm runs `pretest` and the like by itself, before the command they are named after. */
function isHook(name: string): boolean {
  const command = /^(?:pre|post)(.+)$/.exec(name)?.[1] ?? '';
  return command === 'install' || command in PACKAGE.scripts;
}

test('every npm command once, and none that has gone', () => {
  const there = Object.keys(PACKAGE.scripts).filter((name) => !isHook(name));
  const named = firstColumn(CONTRIBUTING, 'Commands').flatMap(inBackticks);
  const names = named.map((text) => /^npm (?:run )?([\w:-]+)/.exec(text)?.[1] ?? text);
  expect(names.sort()).toEqual(there.sort());
});
