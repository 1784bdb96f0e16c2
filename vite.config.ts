import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineFirstFrame } from './scripts/build/inlineFirstFrame.ts';
import { OLDEST_BROWSERS } from './scripts/build/oldestBrowsers.ts';
import { precompress } from './scripts/build/precompress.ts';
import { serviceWorker } from './scripts/build/serviceWorker.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT } from './src/contract/paths.ts';
import { firstSegment } from './src/contract/pathPatterns.ts';

/** What the development server passes on to ours. */
const SERVER_PATHS = [...Object.values(API_PATTERNS).map(firstSegment), ENVIRONMENT_SCRIPT, '/socket.io'];
const server = process.env.CIRCUIT_TREE_SERVER ?? 'http://localhost:8083';

/** In one file instead of a dozen of a few hundred bytes each: every request of a cold start costs an old tablet. */
const NEEDED_EVERYWHERE =
  /src\/(?:contract|environment|boot|state\/observable|domain\/(?:messages|records|timing)|ui\/Logo|offline\/(?!warmUp)|device\/(?:lastInput|deviceCheck|earlyOffer|installPrompt))|node_modules\/(?:react|react-dom)\//;

/** What a photo screen, the kiosk's or the administration's, needs beyond that: again one file instead of five. */
const NEEDED_FOR_PHOTOS =
  /src\/(?:api\/(?:http|albums|imageUrls)|ui\/(?:PhotoGrid|photoImage|grid|use(?:Grid|FastScroll))|domain\/(?:backoff|albums\/thumbnailRetry)|state\/(?!observable)|screens\/kiosk\/albums\/albumData)|node_modules\/(?:ky|@tanstack\/(?:react-virtual|virtual-core))\//;

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
    inlineFirstFrame(OLDEST_BROWSERS),
    serviceWorker(),
    precompress(),
  ],
  build: {
    target: OLDEST_BROWSERS,
    manifest: true,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: NEEDED_EVERYWHERE },
            { name: 'photos', test: NEEDED_FOR_PHOTOS },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server, ws: path === '/socket.io' }])),
  },
});
