import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The folders and modules that the build combines into one file each. By default it would make a dozen files of a few
 * hundred bytes, and every request makes a cold start on an old tablet slower.
 */
const CHUNKS = {
  /** Needed by every page. */
  base: [
    'node_modules/react',
    'node_modules/react-dom',
    'src/boot',
    'src/contract/calls.ts',
    'src/contract/entities.ts',
    'src/contract/environment.ts',
    'src/contract/limits.ts',
    'src/contract/offline.ts',
    'src/contract/pages.ts',
    'src/contract/pathPatterns.ts',
    'src/contract/paths.ts',
    'src/contract/permissions.ts',
    'src/contract/storageKeys.ts',
    'src/device/deviceCheck.ts',
    'src/device/firstFrame.ts',
    'src/device/installPrompt.ts',
    'src/device/lastInput.ts',
    'src/device/startReport.ts',
    'src/domain/messages.ts',
    'src/domain/records.ts',
    'src/domain/timing.ts',
    'src/environment.ts',
    'src/offline/applyUpdates.ts',
    'src/offline/bridge.ts',
    'src/offline/checkForUpdates.ts',
    'src/offline/connection.ts',
    'src/screens/kiosk/frame/primeWorkerCache.ts',
    'src/kioskKey/checkApiKey.ts',
    'src/domain/hash32.ts',
    'src/contract/tablets.ts',
    'src/tablet/settings.ts',
    'src/tablet/storedTablet.ts',
    'src/domain/access/kioskAddress.ts',
    'src/kioskKey/keyKnown.ts',
    'src/screens/kiosk/frame/ServerMark.tsx',
    'src/state/observable.ts',
    'src/ui/Button.tsx',
    'src/ui/Logo.tsx',
    'src/ui/buttonClass.ts',
  ],
  /** Needed, in addition to `base`, by the photo screens of the kiosk and of the admin pages. */
  photos: [
    'node_modules/@tanstack/react-virtual',
    'node_modules/@tanstack/virtual-core',
    'node_modules/ky',
    'src/api/albums.ts',
    'src/api/http.ts',
    'src/api/imageUrls.ts',
    'src/domain/albums/longAlbums.ts',
    'src/domain/albums/monthSections.ts',
    'src/domain/albums/albumTree.ts',
    'src/domain/albums/keepOrder.ts',
    'src/api/kioskSettings.ts',
    'src/domain/albums/photoLabel.ts',
    'src/domain/albums/thumbnailRetry.ts',
    'src/domain/backoff.ts',
    'src/domain/albums/thumbnailWidth.ts',
    'src/domain/clock/mediumDate.ts',
    'src/offline/keptAlbums.ts',
    'src/domain/slideshow/swipe.ts',
    'src/domain/tablets/tabletSettings.ts',
    'src/offline/warmUp.ts',
    'src/screens/kiosk/albums/albumData.ts',
    'src/state/partialList.ts',
    'src/state/remoteResource.ts',
    'src/state/usePartialList.ts',
    'src/state/useRemoteResource.ts',
    'src/tablet/loadTablet.ts',
    'src/tablet/moveToNewKey.ts',
    'src/tablet/slideshowControl.ts',
    'src/screens/kiosk/slideshow/useModal.ts',
    'src/ui/photoGrid',
  ],
  /** Small files that a kiosk loads after its first screen, which need no others. */
  afterStart: ['node_modules/idb-keyval', 'node_modules/workbox-window', 'src/kioskKey/launchRecord.ts'],
  /** What else it loads then. */
  live: [
    'src/device/wakeLock.ts',
    'src/domain/tablets/eventSpread.ts',
    'src/domain/tablets/kioskEvent.ts',
    'src/domain/tablets/languages',
    'src/domain/tablets/listening.ts',
    'src/domain/tablets/night.ts',
    'src/domain/tablets/nightEdges.ts',
    'src/domain/tablets/reportTiming.ts',
    'src/domain/tablets/sun.ts',
    'src/offline/rolledBackBuild.ts',
    'src/screens/kiosk/albums/kept/keepLibrary.ts',
    'src/screens/kiosk/home/DeviceCheckPanel.module.css',
    'src/screens/kiosk/home/DeviceCheckPanel.tsx',
    'src/screens/kiosk/layout/LiveTablet.tsx',
    'src/screens/kiosk/layout/TabletName.module.css',
    'src/screens/kiosk/layout/TabletName.tsx',
    'src/screens/kiosk/night',
    'src/screens/shell/NotFoundScreen.module.css',
    'src/screens/shell/NotFoundScreen.tsx',
    'src/screens/shell/PageNotes.module.css',
    'src/screens/shell/PageNotes.tsx',
    'src/tablet/dark.ts',
    'src/tablet/eventStream.ts',
    'src/tablet/liveTablet.ts',
    'src/tablet/reporter.ts',
    'src/tablet/tabletReport.ts',
    'src/ui/LinkButton.tsx',
    'src/ui/NewVersionMessage.tsx',
  ],
  /** What the landing page and the administration have in common: signing in and out, and connecting a screen. */
  auth: [
    'src/api/auth.ts',
    'src/contract/signIn.ts',
    'src/device/passkeys.ts',
    'src/domain/access/passkeyHost.ts',
    'src/domain/tablets/pairingCode.ts',
    'src/ui/qrCode',
  ],
  /**
   * All pages of the administration, which are loaded together on entering it. As files of their own their names would
   * stand in the first script, of the kiosk too.
   */
  admin: [
    'src/api/curation.ts',
    'src/api/installation.ts',
    'src/api/sessions.ts',
    'src/api/tablets.ts',
    'src/api/users.ts',
    'src/contract/admin',
    'src/device/copyText.ts',
    'src/domain/access/auditSentence.ts',
    'src/domain/access/auditTopics.ts',
    'src/domain/albums/foldText.ts',
    'src/domain/albums/selection.ts',
    'src/domain/albums/slug.ts',
    'src/domain/clock/dayText.ts',
    'src/domain/curation',
    'src/domain/installation',
    'src/domain/nodes/dayStrip.ts',
    'src/domain/nodes/heartbeatAge.ts',
    'src/domain/nodes/lateNodesText.ts',
    'src/domain/tabletCare',
    'src/domain/uploads',
    'src/domain/viewer',
    'src/screens/admin',
    'src/session/albumDraft.ts',
    'src/domain/openapi/describedCalls.ts',
    'src/ui/Dialog.module.css',
    'src/ui/Dialog.tsx',
    'src/ui/DialogActions.module.css',
    'src/ui/DialogActions.tsx',
    'src/ui/Toasts.module.css',
    'src/ui/Toasts.tsx',
    'src/ui/choices',
    'src/ui/fields',
  ],
};

interface Options {
  withStyles: boolean;
}

/** Where the router's plugin puts the component of each page, apart from the route itself. */
const ADMIN_PAGES = /\/src\/routes\/admin\/.*[?&]tsr-split=/;

function isBelow(places: readonly string[], { withStyles }: Options): (moduleId: string) => boolean {
  const gone = places.filter((place) => !existsSync(join(ROOT, place)));
  if (gone.length > 0) throw new Error(`scripts/build/chunks.ts names what is not there: ${gone.join(', ')}`);
  const paths = places.map((place) => join(ROOT, place));
  return (moduleId) =>
    (withStyles || !moduleId.endsWith('.css')) &&
    paths.some((path) => moduleId === path || moduleId.startsWith(`${path}/`));
}

function withPages(name: string, test: (moduleId: string) => boolean): (moduleId: string) => boolean {
  return name === 'admin' ? (moduleId) => test(moduleId) || ADMIN_PAGES.test(moduleId) : test;
}

const ALONE: readonly string[] = ['admin', 'auth', 'live'];

/**
 * The value of rolldown's option `codeSplitting.groups`. A stylesheet stays in the chunk of its importer, so that main.tsx
 * decides the order of those that the first frame needs. Only those of the groups in ALONE come together; there, what
 * the parts import stays where it is, since among it is code that the first screen needs.
 */
export const CHUNK_GROUPS = Object.entries(CHUNKS).map(([name, places]) =>
  ALONE.includes(name)
    ? { name, test: withPages(name, isBelow(places, { withStyles: true })), includeDependenciesRecursively: false }
    : { name, test: isBelow(places, { withStyles: false }) },
);

/** Loaded with the page, or by its first script: no later part has to name them once more, nor fetch them ahead. */
const THERE_ALREADY = /\/(?:base|index|matchContext|rolldown-runtime|useRouter|useLocation)-[\w-]+\.js$/;

/** The files that are fetched together with a part of the app that is loaded later. */
export function fetchedAhead(_part: string, files: string[]): string[] {
  return files.filter((file) => !THERE_ALREADY.test(`/${file}`));
}
