import { ADMIN_FROM_BOTTOM_TO_TOP, SERVER_FROM_BOTTOM_TO_TOP, WORKER_FROM_BOTTOM_TO_TOP } from './partsInOrder.ts';

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
const EFFECT_BASE = [...SHARED, 'src/environment.ts', 'src/shared/state'];
const EFFECTS = [
  'src/api',
  'src/admin/nodes/socket',
  'src/session',
  'src/offline',
  'src/device',
  'src/shared/kioskKey',
];
const UPLOADS = 'src/shared/uploads';
/** The parts that every screen may import. Folders of other screens are not among them. */
const SCREEN = [...EFFECT_BASE, ...EFFECTS, 'src/shared/ui'];
/** The tablet's settings, and everything derived from them on every kiosk screen. */
const TABLET = 'src/tablet';
const WALL = 'src/shared/wallPhoto';
const SHARED_ALBUM = 'src/screens/shared';
const PICTURE = 'src/shared/picture';

/** The styles of the first frame, which the build puts into the page with the app's first script. */
const FIRST_STYLES = [
  'src/shared/styles/tokens.css',
  'src/shared/styles/base.css',
  'src/wall/clock/paintClock.css',
  'src/wall/bars/KioskBar.css',
  'src/wall/home/HomeView.css',
];

/** The parts outside of the administration that its folders may import. */
const ADMIN = [
  ...SCREEN,
  WALL,
  UPLOADS,
  PICTURE,
  // People who may only look have the kiosk's own slideshow.
  'src/shared/albums/useSlideshowHistory.ts',
  'src/shared/slideshow/Slideshow.tsx',
];

function inOrder(parts: readonly string[], base: readonly string[] = SHARED): Record<string, Room> {
  return Object.fromEntries(parts.map((part, index) => [part, { sees: [...base, ...parts.slice(0, index)] }]));
}

export const ROOMS: Record<string, Room> = {
  'src/contract': { sees: [] },
  'src/domain': { sees: ['src/contract'] },
  'src/shared/state': { sees: ['src/domain/listeners.ts'] },
  'src/environment.ts': { sees: ['src/contract'] },
  'src/api': { sees: EFFECT_BASE },
  'src/admin/nodes/socket': { sees: EFFECT_BASE },
  'src/session': { sees: EFFECT_BASE },
  'src/device': { sees: EFFECT_BASE },
  'src/offline': { sees: EFFECT_BASE },
  'src/shared/kioskKey': { sees: [...EFFECT_BASE, 'src/api', 'src/offline'] },
  [TABLET]: {
    sees: [
      ...EFFECT_BASE,
      'src/api',
      'src/offline',
      'src/device',
      'src/shared/kioskKey',
      'src/shared/tablet/storedTablet.ts',
    ],
  },
  // Read by the first frame too.
  'src/shared/tablet/storedTablet.ts': { sees: SHARED },
  'src/boot': {
    sees: [
      ...SHARED,
      'src/environment.ts',
      'src/device',
      'src/shared/tablet/storedTablet.ts',
      'src/shared/ui/photoGrid/gridGeometry.ts',
      'src/shared/ui/photoGrid/photoImage.ts',
      'src/wall/clock/paintClock.ts',
      'src/boot/firstFrame/markup.tsx',
    ],
  },
  // Runs in the build, which puts the resulting markup into the page.
  'src/boot/firstFrame/markup.tsx': { sees: ['src/shared/ui/Logo.tsx', 'src/wall/home/HomeView.tsx'] },
  // Built apart from the app, for tablets that cannot run it.
  'src/oldTablets': { sees: [...SHARED, 'src/environment.ts', 'src/wall/clock/clockDigits.ts'] },
  // The sending of photos, for the administration and for visitors.
  [UPLOADS]: { sees: [...EFFECT_BASE, 'src/api'] },
  'src/shared/ui': { sees: [] },
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
      'src/shared/albums/AlbumCards.tsx',
      'src/shared/albums/AlbumPhotos.tsx',
      'src/shared/albums/useSlideshowHistory.ts',
      'src/shared/albums/KioskNotice.tsx',
      'src/shared/slideshow/Slideshow.tsx',
    ],
  },
  'src/admin/nodes/socketTest': { sees: SCREEN },
  'src/shared/shell': { sees: [...SCREEN, 'src/shared/tablet/texts.ts'] },
  'src/table': { sees: SCREEN },
  'src/screens/kiosk': {
    sees: [...SCREEN, TABLET, WALL, 'src/wall/clock/paintClock.ts', 'src/wall/clock/clockDigits.ts'],
  },
  // Used by the first frame too, which is drawn without React.
  'src/wall/clock/paintClock.ts': { sees: ['src/domain', 'src/wall/clock/clockDigits.ts'] },
  'src/wall/clock/clockDigits.ts': { sees: [] },
  'src/routes': { sees: ['src/**'] },
  'src/router.ts': { sees: ['src/domain', 'src/routeTree.gen.ts', 'src/shared/shell'] },
  'src/main.tsx': { sees: [...SCREEN, 'src/boot', 'src/router.ts', ...FIRST_STYLES] },
  ...inOrder(ADMIN_FROM_BOTTOM_TO_TOP, ADMIN),
  ...inOrder(WORKER_FROM_BOTTOM_TO_TOP),
  ...inOrder(SERVER_FROM_BOTTOM_TO_TOP),
  scripts: { sees: ['src/**', 'sw/**', 'server/**'] },
};
