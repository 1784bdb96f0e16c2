import { defineConfig } from 'vitest/config';

const COMMON = {
  environment: 'node',
  setupFiles: ['lab/mutants/sameProperties.ts'],
  testTimeout: 20_000,
  hookTimeout: 20_000,
};

/** The tests that need no browser and no whole server: two thousand mutants are tried against them in minutes. */
export default defineConfig({
  test: {
    tags: [{ name: 'full', description: 'Slow or rare; tried against mutants too.' }],
    projects: [
      {
        test: {
          ...COMMON,
          name: 'rules',
          isolate: false,
          include: ['tests/*/rules/**/*.test.ts'],
          // A year by the minute and whole photos are too slow to be tried against each mutant.
          exclude: ['**/{programmeYear,readCovers}.test.ts'],
          env: { ALERT_HOURS: '300' },
        },
      },
      // Isolated: these put another browser around modules of the worker that remember things.
      { test: { ...COMMON, name: 'worker', include: ['tests/worker/**/*.test.ts'] } },
    ],
  },
});
