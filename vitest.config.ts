import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Build machines are shared: one stall of seconds is no defect. At home every first failure counts. */
const retry = process.env.CI ? 1 : 0;

const HOOKS = { testTimeout: 60_000, hookTimeout: 60_000 };

/**
 * What has to be the same on either database: every rule that depends on one writer at a time, and whatever is written
 * in SQL. `npm run test:postgres` sets the variable; the other tests then run elsewhere.
 */
const ON_POSTGRES = [
  'tests/server/postgres/*.test.ts',
  'tests/server/access/{credentialMemory,credentials}.test.ts',
  'tests/server/people/{blocking,invitations,shares,users}.test.ts',
  'tests/server/signIn/{devSignIn,sessionList,sessions,signInLinks}.test.ts',
  'tests/server/photos/{albumChanges,albumContents,albums,cachedLists,curation,lostResponses,trash}.test.ts',
  'tests/server/tablets/*.test.ts',
  'tests/unit/server/**/*.test.ts',
];

/** What `npm run test:store` runs on a real S3 server; the folder has the same contract in every run. */
const ON_BUCKET = ['tests/server/store/*.test.ts', 'tests/server/photos/photoStore.test.ts'];

const postgres = {
  test: { name: 'postgres', environment: 'node', isolate: false, include: ON_POSTGRES, retry, ...HOOKS },
} as const;

const store = {
  test: {
    name: 'store',
    environment: 'node',
    isolate: false,
    include: ON_BUCKET,
    retry,
    ...HOOKS,
  },
} as const;

/** Under Node the router's package would give its build for servers: these conditions ask for the browser's. */
const BROWSER_BUILDS = { conditions: ['browser', 'module', 'development'] };

const IN_BROWSER = ['tests/{screens,unit/{api,boot,kioskKey,offline,session,state,ui}}/**/*.test.{ts,tsx}'];

/** These are about a device: a page of a kiosk remembers its key, its language and its night for as long as it is open. */
const OF_ONE_PAGE = [
  'tests/screens/{kiosk,shared,landing}/**/*.test.{ts,tsx}',
  'tests/screens/admin/tablet.test.tsx',
  'tests/unit/{boot,kioskKey,offline}/**/*.test.{ts,tsx}',
];

const inBrowser = {
  plugins: [react()],
  resolve: BROWSER_BUILDS,
  ssr: { resolve: BROWSER_BUILDS },
  test: {
    environment: 'jsdom',
    setupFiles: [fileURLToPath(new URL('./tests/support/screens/screenSetup.ts', import.meta.url))],
    retry,
    ...HOOKS,
  },
};

/** Rules and the server run in Node; screens run in jsdom against the real server. */
export default defineConfig({
  test: {
    // The files that take long wait for most of their time: for a server to start, to stop, to notice.
    maxWorkers: Math.max(3, availableParallelism()),
    coverage: {
      provider: 'v8',
      include: ['src/domain/**/*.ts', 'sw/**/*.ts', 'server/**/*.ts'],
      reporter: [['text', { skipFull: true, maxCols: 100 }]],
    },
    projects: [
      ...(process.env.TEST_DATABASE_URL ? [postgres] : []),
      ...(process.env.TEST_S3_URL ? [store] : []),
      {
        test: {
          name: 'node',
          environment: 'node',
          // No file changes what the modules of another hold, and loading the server anew for each took half the time.
          isolate: false,
          exclude: ['tests/server/{postgres,store}/**'],
          include: ['tests/{server,repository,unit/{contract,domain,realtime,server}}/**/*.test.ts'],
          retry,
          ...HOOKS,
        },
      },
      {
        // Isolated: these put another browser around modules of the worker that remember things.
        test: { name: 'worker', environment: 'node', include: ['tests/unit/sw/**/*.test.ts'], retry },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowser.test,
          name: 'screens',
          // As above: half the time went into loading the app for each file.
          isolate: false,
          include: IN_BROWSER,
          exclude: OF_ONE_PAGE,
        },
      },
      {
        // Isolated, so that each file begins with a page that remembers nothing.
        ...inBrowser,
        test: { ...inBrowser.test, name: 'device', include: OF_ONE_PAGE },
      },
    ],
  },
});
