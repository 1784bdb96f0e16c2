import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../server/cli/commandLine.ts';
import { readSettings } from '../../server/settings/settings.ts';

// What the README says there is, held against what there is.

const ROOT = new URL('../../', import.meta.url);
const README = readFileSync(new URL('README.md', ROOT), 'utf8');
const PACKAGE: {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
} = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));

/** The first cells of the table below a heading. */
function firstColumn(heading: RegExp): string[] {
  const section = README.slice(README.search(heading)).split(/\n#+ /)[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => row.split('|')[1]?.trim() ?? '');
}

function inBackticks(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside);
}

test('every setting there is, and no other', () => {
  const asked = new Set<string>();
  const listening = { get: (_: object, name: string) => void asked.add(name) };
  readSettings(new Proxy({}, listening));
  expect(
    firstColumn(/\n### Settings/)
      .flatMap(inBackticks)
      .sort(),
  ).toEqual([...asked].sort());
});

test("every operator's command", async () => {
  let usage = '';
  const complain = (text: string) => (usage = text);
  await runCommandLine([], { settings: readSettings, print: () => undefined, complain });
  const named = firstColumn(/\n### Operator's commands/).flatMap(inBackticks);
  const words = usage.split('\n').filter((line) => line.startsWith('  '));
  const commands = words.map((line) => /^ +([a-z-]+(?: [a-z-]+)?)(?= |$)/.exec(line)?.[1] ?? line);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) expect(named.join('\n'), command).toMatch(new RegExp(`^${command}( |$)`, 'm'));
});

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

test('every dependency, and none that has gone', () => {
  const there = Object.keys({ ...PACKAGE.dependencies, ...PACKAGE.devDependencies });
  const named = firstColumn(/\n### Dependencies/).flatMap((cell) => cell.split(', '));
  expect(there.filter((name) => !named.some((pattern) => fits(name, pattern)))).toEqual([]);
  expect(named.filter((pattern) => !there.some((name) => fits(name, pattern)))).toEqual([]);
});

test('files and npm commands that exist', () => {
  const paths = inBackticks(README).filter((text) =>
    /^(?:src|server|sw|tests|scripts|public|docs)\/[\w./-]+$/.test(text),
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))))).toEqual([]);
  const commands = [...README.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in PACKAGE.scripts))).toEqual([]);
});
