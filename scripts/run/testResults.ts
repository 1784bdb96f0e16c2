// Reads the results that the test runners have written: the number of passed tests, and the names of the failed ones.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface TestResults {
  passed: number;
  failed: TestName[];
  /** They were not run here. */
  skipped: TestName[];
}

interface TestName {
  file: string;
  /** Its full name; what is wrong with the whole file where it could not be loaded. */
  name: string;
}

interface VitestFile {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; tags: string[] }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { file: string; title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
}

/**
 * The tests tagged `full` are no skipped ones where they were not asked for.
 * A file that is missing counts as nothing: its step has failed or was left out, and says so itself.
 */
export function readVitestResults(file: string, ranSlowOnes: boolean): TestResults {
  if (!existsSync(file)) return { passed: 0, failed: [], skipped: [] };
  const { numPassedTests, testResults }: VitestFile = JSON.parse(readFileSync(file, 'utf8'));
  const named = (...statuses: string[]) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, tags }) => statuses.includes(status) && (ranSlowOnes || !tags.includes('full')))
        .map(({ fullName }) => ({ file: relative(process.cwd(), name), name: fullName })),
    );
  const broken = testResults
    .filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    )
    .map(({ name }) => ({ file: relative(process.cwd(), name), name: 'the file could not be run' }));
  return { passed: numPassedTests, failed: [...named('failed'), ...broken], skipped: named('skipped', 'pending') };
}

export function readPlaywrightResults(file: string): TestResults {
  const results: TestResults = { passed: 0, failed: [], skipped: [] };
  if (!existsSync(file)) return results;
  const { suites }: { suites: PlaywrightSuite[] } = JSON.parse(readFileSync(file, 'utf8'));
  for (const spec of suites.flatMap(specsOf)) {
    const test = { file: `tests/${spec.file}`, name: spec.title };
    for (const { status } of spec.tests) {
      if (status === 'expected') results.passed += 1;
      else (status === 'skipped' ? results.skipped : results.failed).push(test);
    }
  }
  return results;
}

export function nameOf({ file, name }: TestName): string {
  return `${file} › ${name}`;
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}
