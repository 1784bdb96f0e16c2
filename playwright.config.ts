import { availableParallelism } from 'node:os';
import { defineConfig, devices, type LaunchOptions } from '@playwright/test';
import { chromiumOptions, headlessShellOptions } from './scripts/run/chromium.ts';
import { BROWSER_PORT, coverageArgs } from './tests/support/browser/workerCoverage.ts';

/** These need what only the browser with windows has: a camera, a screen that is kept on, notifications. */
const WHOLE_BROWSER = /\/(codenames\w*|kioskWall|webPush)\.spec\.ts$/;

function launched({ args = [], ...launch }: LaunchOptions): { launchOptions: LaunchOptions } {
  return { launchOptions: { ...launch, args: [...args, ...coverageArgs(BROWSER_PORT)] } };
}

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/journeys/*.spec.ts',
  outputDir: 'test-results/browser',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Journeys wait for some of their time: for a server to come back, for a worker to store.
  workers: Math.max(3, availableParallelism()),
  // A test that fails now and then is a finding. By hand: npx playwright test NAME --retries 2
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1024, height: 768 },
    // One that is recorded costs a fifth more. By hand: npx playwright test NAME --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'shell', testIgnore: WHOLE_BROWSER, use: launched(headlessShellOptions()) },
    { name: 'whole', testMatch: WHOLE_BROWSER, use: { ...launched(chromiumOptions()), channel: 'chromium' } },
  ],
});
