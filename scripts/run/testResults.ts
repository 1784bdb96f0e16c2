// What the test runners have written about their run: how many tests passed, and the names of those that did not.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface TestResults {
  passed: number;
  failed: FailedTest[];
  /** Full names of what failed first and passed when it was repeated. */
  flaky: string[];
}

interface FailedTest {
  file: string;
  /** Its full name; what is wrong with the whole file where it could not be loaded. */
  name: string;
}

interface VitestFile {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { file: string; title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
}

/** A file that is missing counts as nothing: its step has failed or was left out, and says so itself. */
export function readVitestResults(file: string): TestResults {
  if (!existsSync(file)) return { passed: 0, failed: [], flaky: [] };
  const { numPassedTests, testResults }: VitestFile = JSON.parse(readFileSync(file, 'utf8'));
  const failed = testResults.flatMap((result) => {
    const testFile = relative(process.cwd(), result.name);
    const names = result.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    if (names.length === 0 && result.status === 'failed') names.push('the file could not be run');
    return names.map((name) => ({ file: testFile, name }));
  });
  return { passed: numPassedTests, failed, flaky: [] };
}

export function readPlaywrightResults(file: string): TestResults {
  const results: TestResults = { passed: 0, failed: [], flaky: [] };
  if (!existsSync(file)) return results;
  const { suites }: { suites: PlaywrightSuite[] } = JSON.parse(readFileSync(file, 'utf8'));
  for (const spec of suites.flatMap(specsOf)) {
    const test = { file: `tests/e2e/${spec.file}`, name: spec.title };
    for (const { status } of spec.tests) {
      if (status === 'unexpected') results.failed.push(test);
      else if (status !== 'skipped') results.passed += 1;
      if (status === 'flaky') results.flaky.push(nameOf(test));
    }
  }
  return results;
}

export function nameOf({ file, name }: FailedTest): string {
  return `${file} › ${name}`;
}

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}
