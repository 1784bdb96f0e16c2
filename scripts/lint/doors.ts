/**
 * The imports that are allowed between the parts of the repository; the lint step (importDoors.ts) reports every other
 * import. A part (`Room`) is a folder or a single file. A file belongs to the innermost part that contains it, and may
 * import all other files of that part.
 */
interface Room {
  /**
   * The parts that the files of this part may import: other parts (without parts inside them), single files, or with
   * `/**` everything in a folder.
   */
  sees: readonly string[];
}

const SHARED = ['src/contract', 'src/domain'];
const EFFECT_BASE = [...SHARED, 'src/environment.ts', 'src/state'];
const EFFECTS = ['src/api', 'src/realtime', 'src/session', 'src/offline', 'src/device', 'src/kioskKey'];
const UPLOADS = 'src/uploads';
/** The parts that every screen may import. Folders of other screens are not among them. */
const SCREEN = [...EFFECT_BASE, ...EFFECTS, 'src/ui'];
/** The tablet's settings, and everything derived from them on every kiosk screen. */
const TABLET = 'src/tablet';
const WALL = 'src/screens/wall';
const SHARED_ALBUM = 'src/screens/shared';
const PICTURE = 'src/screens/picture';

/** The styles of the first frame, which the build puts into the page with the app's first script. */
const FIRST_STYLES = [
  'src/styles/tokens.css',
  'src/styles/base.css',
  'src/screens/kiosk/clock/paintClock.css',
  'src/screens/kiosk/bars/KioskBar.css',
  'src/screens/kiosk/home/HomeView.css',
];

/** The parts of the service worker from bottom to top: each may import those before it. */
export const WORKER_FROM_BOTTOM_TO_TOP = [
  'sw/routes.ts',
  'sw/cacheNames.ts',
  'sw/keys',
  'sw/images',
  'sw/api',
  'sw/shell',
  'sw/messages.ts',
  'sw/push.ts',
  'sw/fetchHandler.ts',
  'sw/index.ts',
];

/**
 * The parts of the server from bottom to top. Each may import those before it, and nothing else of the server, not even
 * types: so no two parts import each other.
 */
export const SERVER_FROM_BOTTOM_TO_TOP = [
  'server/limits.ts',
  'server/locks.ts',
  'server/bodyLimits.ts',
  'server/errors.ts',
  'server/schemaChecks.ts',
  'server/repeating.ts',
  'server/versionedCache.ts',
  'server/counters',
  'server/peers',
  'server/settings',
  'server/db/migrations',
  'server/db',
  'server/https',
  'server/http',
  'server/http/security',
  'server/http/lifecycle',
  'server/http/pages',
  'server/openapi',
  'server/audit',
  'server/users',
  'server/auth/keys',
  'server/auth/sessions',
  'server/auth/apple',
  'server/auth',
  'server/auth/invitations',
  'server/auth/passkeys',
  'server/auth/setUp',
  'server/photos/store',
  'server/photos/decode',
  'server/photos/albums',
  'server/photos/upload',
  'server/photos/trash',
  'server/photos/curation',
  'server/photos/webp',
  'server/photos/serve',
  'server/photos/maintenance/backups',
  'server/photos/maintenance',
  'server/photos',
  'server/update',
  'server/shares',
  'server/sources',
  'server/readiness',
  'server/nodes/history',
  'server/nodes/registry',
  'server/nodes/socket',
  'server/nodes/pings',
  'server/nodes/admin',
  'server/tablets/registry',
  'server/tablets/events',
  'server/tablets',
  'server/alerts',
  'server/mqtt',
  'server/overview',
  'server/metrics',
  'server/dependencies.ts',
  'server/jobs.ts',
  'server/app.ts',
  'server/cli',
  'server/addressLines.ts',
  'server/serve.ts',
  'server/main.ts',
];

function inOrder(parts: readonly string[]): Record<string, Room> {
  return Object.fromEntries(parts.map((part, index) => [part, { sees: [...SHARED, ...parts.slice(0, index)] }]));
}

export const ROOMS: Record<string, Room> = {
  'src/contract': { sees: [] },
  'src/domain': { sees: ['src/contract'] },
  'src/state': { sees: ['src/domain/listeners.ts'] },
  'src/environment.ts': { sees: ['src/contract'] },
  'src/api': { sees: EFFECT_BASE },
  'src/realtime': { sees: EFFECT_BASE },
  'src/session': { sees: EFFECT_BASE },
  'src/device': { sees: EFFECT_BASE },
  'src/offline': { sees: EFFECT_BASE },
  'src/kioskKey': { sees: [...EFFECT_BASE, 'src/api', 'src/offline'] },
  [TABLET]: {
    sees: [...EFFECT_BASE, 'src/api', 'src/offline', 'src/device', 'src/kioskKey', 'src/tablet/storedTablet.ts'],
  },
  // Read by the first frame too.
  'src/tablet/storedTablet.ts': { sees: SHARED },
  'src/boot': {
    sees: [
      ...SHARED,
      'src/environment.ts',
      'src/device',
      'src/tablet/storedTablet.ts',
      'src/ui/photoGrid/gridGeometry.ts',
      'src/ui/photoGrid/photoImage.ts',
      'src/screens/kiosk/clock/paintClock.ts',
      'src/boot/firstFrame/markup.tsx',
    ],
  },
  // Runs in the build, which puts the resulting markup into the page.
  'src/boot/firstFrame/markup.tsx': { sees: ['src/ui/Logo.tsx', 'src/screens/kiosk/home/HomeView.tsx'] },
  // Built apart from the app, for tablets that cannot run it.
  'src/oldTablets': { sees: [...SHARED, 'src/environment.ts', 'src/screens/kiosk/clock/clockDigits.ts'] },
  // The sending of photos, for the administration and for visitors.
  [UPLOADS]: { sees: [...EFFECT_BASE, 'src/api'] },
  'src/ui': { sees: [] },
  // The drawing of a photo on the wall, for the tablet and for the administration.
  [WALL]: { sees: SHARED },
  // The landing is where the links of visitors lead, who see an album as a tablet shows it.
  'src/screens/landing': { sees: [...SCREEN, SHARED_ALBUM] },
  // A photo that is looked at, in the administration and by visitors.
  [PICTURE]: { sees: SCREEN },
  [SHARED_ALBUM]: {
    sees: [
      ...SCREEN,
      PICTURE,
      UPLOADS,
      'src/screens/kiosk/albums/AlbumCards.tsx',
      'src/screens/kiosk/albums/AlbumPhotos.tsx',
      'src/screens/kiosk/albums/useSlideshowHistory.ts',
      'src/screens/kiosk/bars/KioskNotice.tsx',
      'src/screens/kiosk/slideshow/Slideshow.tsx',
    ],
  },
  'src/screens/socketTest': { sees: SCREEN },
  'src/screens/shell': { sees: [...SCREEN, 'src/tablet/texts.ts'] },
  'src/screens/admin': {
    sees: [
      ...SCREEN,
      WALL,
      UPLOADS,
      PICTURE,
      // People who may only look have the kiosk's own slideshow.
      'src/screens/kiosk/albums/useSlideshowHistory.ts',
      'src/screens/kiosk/slideshow/Slideshow.tsx',
    ],
  },
  'src/screens/codenames': { sees: SCREEN },
  'src/screens/kiosk': {
    sees: [...SCREEN, TABLET, WALL, 'src/screens/kiosk/clock/paintClock.ts', 'src/screens/kiosk/clock/clockDigits.ts'],
  },
  // Used by the first frame too, which is drawn without React.
  'src/screens/kiosk/clock/paintClock.ts': { sees: ['src/domain', 'src/screens/kiosk/clock/clockDigits.ts'] },
  'src/screens/kiosk/clock/clockDigits.ts': { sees: [] },
  'src/routes': { sees: ['src/**'] },
  'src/router.ts': { sees: ['src/domain', 'src/routeTree.gen.ts', 'src/screens/shell'] },
  'src/main.tsx': { sees: [...SCREEN, 'src/boot', 'src/router.ts', ...FIRST_STYLES] },
  ...inOrder(WORKER_FROM_BOTTOM_TO_TOP),
  ...inOrder(SERVER_FROM_BOTTOM_TO_TOP),
  scripts: { sees: ['src/**', 'sw/**', 'server/**'] },
};
