import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A poll's second that is the default is short for a real server on a busy machine. */
const TIMEOUTS = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

/** Rules that are SQL: the repositories. The others ask no database. */
const REPOSITORIES = [
  'tests/apple/rules/appleAccounts.test.ts',
  'tests/core/rules/keysByConnection.test.ts',
  'tests/keys/rules/keyRepository.test.ts',
  'tests/setUp/rules/setUpLinkRepository.test.ts',
  'tests/signIn/rules/{oneTimeRepository,sessionRepository}.test.ts',
];

/** The server's tests, which run on PostgreSQL as well, with `npm run test:full` and `npm run test:postgres`. */
const ON_POSTGRES = ['tests/*/{server,postgres}/**/*.test.ts', 'tests/guests/rules/states.test.ts', ...REPOSITORIES];

/**
 * Those of them that `npm test` runs there: where SQL itself is asked for what it may do differently, such as
 * repositories, locks, races, triggers, migrations, and what one server's write means for another.
 */
const CONTRACT = [
  'tests/peers/postgres/{races,rules,servers}.test.ts',
  'tests/setUp/postgres/*.test.ts',
  ...REPOSITORIES,
  'tests/{shares,users}/server/{shares,users}.test.ts',
  'tests/albums/server/*.test.ts',
  'tests/curation/server/{curation,lostResponses}.test.ts',
  'tests/nodes/server/nodeHistory.test.ts',
  'tests/tablets/server/{pairing,tablets,visibleAlbums}.test.ts',
  'tests/trash/server/*.test.ts',
];

/** These ask no database, or one that can only be a file: to run them on PostgreSQL would be to run them here twice. */
const NOT_ON_POSTGRES = [
  // Processes on a data folder: its locks and owners, its backups, what earlier versions left in it, commands there.
  'tests/core/server/{database,ownerOnly,readOnlyStart,settings,start,stopping}.test.ts',
  'tests/backups/server/{backupSchedule,backups,follow}.test.ts',
  'tests/clips/server/clipBackups.test.ts',
  'tests/guests/server/sealingKeys.test.ts',
  // Those of a tampered or moved library, and what a repair makes of it, as well.
  'tests/library/server/**',
  'tests/nodes/server/{nodes,restart}.test.ts',
  'tests/photos/server/{missingFacts,photoStore}.test.ts',
  'tests/readiness/server/diskTrouble.test.ts',
  'tests/update/server/**',
  // Values in memory.
  'tests/apple/server/appleTokens.test.ts',
  'tests/nodes/server/{batchWriter,brightnessRelay,coalescedBroadcast,monotonicClock,nodeRegistry,nodesConnection}.test.ts',
  'tests/tablets/server/dayHistory.test.ts',
  // Certificates, connections and decoders.
  'tests/https/server/**',
  'tests/core/server/{connections,idleConnections,slowClients}.test.ts',
  'tests/clips/server/damagedClips.test.ts',
  'tests/photos/server/{decoders,heic,hostilePictures,variants}.test.ts',
];

/** Tests that `npm run test:store` runs on a real S3 server; the folder has the same contract in every run. */
const ON_BUCKET = ['tests/*/bucket/*.test.ts', 'tests/photos/server/photoStore.test.ts'];

const postgres = {
  test: {
    name: 'postgres',
    environment: 'node',
    isolate: false,
    include: process.env.CONTRACT ? CONTRACT : ON_POSTGRES,
    exclude: NOT_ON_POSTGRES,
    ...TIMEOUTS,
  },
} as const;

const store = {
  test: {
    name: 'store',
    environment: 'node',
    isolate: false,
    include: ON_BUCKET,
    ...TIMEOUTS,
  },
} as const;

/** Under Node the router's package would give its build for servers: these conditions ask for the browser's. */
const BROWSER_BUILDS = { conditions: ['browser', 'module', 'development'] };

/** A page of a kiosk remembers its key, its language and its night for as long as it is open. */
const OF_ONE_PAGE = ['tests/*/pages/**/*.test.{ts,tsx}'];

/** These lend the browser itself another worker, fetch or navigator. */
const OF_ONE_BROWSER = ['tests/*/browser/**/*.test.{ts,tsx}'];

const SCREEN_SETUP = fileURLToPath(new URL('./tests/support/screens/screenSetup.ts', import.meta.url));
const FRESH_PAGE = fileURLToPath(new URL('./tests/support/screens/freshPage.ts', import.meta.url));

const inBrowser = {
  plugins: [react()],
  // No build has written it.
  define: { BUILT_VERSION: JSON.stringify('0.0.0 (0000000)') },
  resolve: BROWSER_BUILDS,
  ssr: { resolve: BROWSER_BUILDS },
  test: {
    environment: 'jsdom',
    globalSetup: [fileURLToPath(new URL('./tests/support/screens/sharedServer.ts', import.meta.url))],
    setupFiles: [SCREEN_SETUP],
    ...TIMEOUTS,
  },
};

/** Rules and the server run in Node; screens run in jsdom against the real server. */
export default defineConfig({
  test: {
    // The files that take long wait for most of their time: for a server to start, to stop, to notice.
    maxWorkers: Math.max(4, availableParallelism()),
    coverage: {
      provider: 'v8',
      include: ['src/domain/**/*.ts', 'sw/**/*.ts', 'server/**/*.ts'],
      reporter: [['text', { skipFull: true, maxCols: 100 }]],
    },
    // The slow and the rare: real processes that are killed, full disks, waits that are the thing itself.
    tags: [{ name: 'full', description: 'Run by `npm run test:full`, not by `npm test`.' }],
    projects: [
      ...(process.env.TEST_DATABASE_URL ? [postgres] : []),
      ...(process.env.TEST_S3_URL ? [store] : []),
      {
        test: {
          name: 'node',
          environment: 'node',
          // No file changes what the modules of another hold, and loading the server anew for each took half the time.
          isolate: false,
          include: ['tests/*/{rules,server,faults,cli}/**/*.test.ts', 'tests/{house,walls}/**/*.test.ts'],
          ...TIMEOUTS,
        },
      },
      {
        // Isolated: these put another browser around modules of the worker that remember things.
        test: { name: 'worker', environment: 'node', include: ['tests/worker/**/*.test.ts'], ...TIMEOUTS },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowser.test,
          name: 'screens',
          // Not isolated either: half the time went into loading the app for each file.
          isolate: false,
          include: ['tests/*/screens/**/*.test.{ts,tsx}'],
        },
      },
      {
        // One browser, and a fresh page of it for each file: a third of the time went into browsers.
        ...inBrowser,
        test: {
          ...inBrowser.test,
          name: 'pages',
          isolate: false,
          setupFiles: [FRESH_PAGE, SCREEN_SETUP],
          include: OF_ONE_PAGE,
        },
      },
      {
        // Isolated, so that none meets what another has lent its browser.
        ...inBrowser,
        test: { ...inBrowser.test, name: 'browsers', include: OF_ONE_BROWSER },
      },
    ],
  },
});
