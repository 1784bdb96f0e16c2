import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Finding } from '../fault.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

export interface TestOutcome {
  /** From the root of the checkout. */
  file: string;
  /** With the names of the groups that the test stands in. */
  name: string;
  passed: boolean;
  ms: number;
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string; duration?: number }[] }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
}

/** Runs test files as `npm test` does, journeys among them, and tells what came of each test. */
export async function runTestFiles(files: readonly string[]): Promise<TestOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-tests-'));
  const [ofVitest, ofPlaywright] = [join(folder, 'vitest.json'), join(folder, 'playwright.json')];
  const journeys = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !journeys.includes(file));
  try {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${ofVitest}`];
    if (others.length > 0) await run([VITEST, 'run', ...others, ...reporters]);
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: ofPlaywright };
    if (journeys.length > 0) await run([PLAYWRIGHT, 'test', ...journeys, '--reporter=dot,json'], env);
    return [
      ...(others.length > 0 ? outcomesOfVitest(JSON.parse(readFileSync(ofVitest, 'utf8'))) : []),
      ...(journeys.length > 0 ? outcomesOfPlaywright(JSON.parse(readFileSync(ofPlaywright, 'utf8'))) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  // Failed tests are in the report.
  await once(
    spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: [...stdio] }),
    'exit',
  );
}

function outcomesOfVitest({ testResults }: VitestReport): TestOutcome[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration = 0 }) => ({
      file: relative(ROOT, name),
      name: fullName,
      passed: status === 'passed',
      ms: duration,
    })),
  );
}

function outcomesOfPlaywright({ suites }: { suites: PlaywrightSuite[] }): TestOutcome[] {
  const inSuite = (suite: PlaywrightSuite): TestOutcome[] => [
    ...suite.specs.map(({ title, file, ok, tests }) => ({
      file: `tests/${file}`,
      name: `${suite.title} ${title}`,
      passed: ok,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return suites.flatMap(inSuite);
}

/** Checks the outcomes of these tests: all of them must have run and passed. */
export function findingOf(
  tests: Readonly<Record<string, readonly string[]>>,
  outcomes: readonly TestOutcome[],
): Finding & { seconds: number } {
  const broken: string[] = [];
  const counted = new Set<TestOutcome>();
  for (const [file, names] of Object.entries(tests)) {
    for (const name of names.length > 0 ? names : ['']) {
      const meant = outcomes.filter((outcome) => outcome.file === file && outcome.name.includes(name));
      if (meant.length === 0) broken.push(`${file}: no test '${name}' has run`);
      for (const outcome of meant) counted.add(outcome);
    }
  }
  broken.push(...[...counted].filter(({ passed }) => !passed).map(({ name }) => `not passed: ${name}`));
  const seconds = [...counted].reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  return { figures: { tests: counted.size }, broken, seconds };
}
