import { defineConfig } from 'vitest/config';

/** The tests that need no browser and no running server: a thousand mutants are tried against them in minutes. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/unit/{domain,sw,server}/**/*.test.ts'],
    isolate: false,
  },
});
