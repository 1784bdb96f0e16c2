import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '#server/cli/commandLine.ts';
import { usageOf } from '#server/core/commands/command.ts';
import { SWITCHES } from '#domain/tablets/switches.ts';
import { FORMER } from '#server/core/settings/nearMisses.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { inBackticks, readPage, ROOT, tableBelow } from './support/pages.ts';

// Compares the tables of the documentation with the code.

const PACKAGE: {
  scripts: Record<string, string>;
} = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const OPERATING = readPage('docs/guide/operating.md');
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

test('every switch of a tablet', () => {
  const told = firstColumn(readPage('docs/behaviour/kiosk.md'), 'Settings of the tablet').join('\n');
  const names = Object.values(SWITCHES);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !told.includes(name.toLowerCase()))).toEqual([]);
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
