import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchedAhead, filesByApp } from './scripts/build/chunks.ts';
import { oldTabletPage } from './scripts/build/oldTabletPage.ts';
import { inlineFirstFrame } from './scripts/build/inlineFirstFrame.ts';
import { licences, noteBundled } from './scripts/build/licences.ts';
import { OLDEST_BROWSERS } from './scripts/build/oldestBrowsers.ts';
import { precompress } from './scripts/build/precompress.ts';
import { copyReader } from './scripts/build/readerFiles.ts';
import { serviceWorker } from './scripts/build/serviceWorker.ts';
import { builtFrom } from './scripts/build/versionFile.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT } from '#contract/paths.ts';
import { firstSegment } from '#contract/pathPatterns.ts';

/** The paths that the development server passes on to ours. */
const SERVER_PATHS = [
  ...Object.values({ ...API_PATTERNS, ...ADMIN_PATTERNS }).map(firstSegment),
  ENVIRONMENT_SCRIPT,
  '/socket.io',
];
const server = process.env.CIRCUIT_TREE_SERVER ?? 'http://localhost:8083';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      addExtensions: true,
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    filesByApp(),
    inlineFirstFrame(OLDEST_BROWSERS),
    oldTabletPage(),
    builtFrom(import.meta.dirname),
    noteBundled(),
    copyReader(),
    serviceWorker(),
    licences(),
    precompress(),
  ],
  build: {
    target: OLDEST_BROWSERS,
    manifest: true,
    sourcemap: false,
    // Browsers without modulepreload get `preload` for what is loaded later; a polyfill would come with the first files.
    modulePreload: { polyfill: false, resolveDependencies: fetchedAhead },
  },
  resolve: {
    // The router's stores ask for this by way of a shim for React 17, which had no such hook of its own.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server, ws: path === '/socket.io' }])),
  },
});
