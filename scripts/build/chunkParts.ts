function modules(folder: string, names: string): string[] {
  return names.split(' ').map((name) => `${folder}/${name}.ts`);
}

/** Components, each with its stylesheet. */
function styled(folder: string, names: string): string[] {
  return names.split(' ').flatMap((name) => [`${folder}/${name}.tsx`, `${folder}/${name}.module.css`]);
}

/**
 * The folders and modules that the build combines into one file each. By default it would make a dozen files of a few
 * hundred bytes, and every request makes a cold start on an old tablet slower.
 */
export const CHUNK_PARTS = {
  /** Looking at one picture and uploading, for visitors and the administration. */
  pictures: [
    'src/shared/api/upload.ts',
    'src/domain/albums/slug.ts',
    'src/domain/curation/counts.ts',
    'src/domain/takeout',
    ...modules('src/domain/text', 'hiddenCharacters sizes'),
    'src/domain/uploads',
    'src/domain/viewer',
    'src/shared/picture',
    ...styled('src/shared/ui', 'Icon'),
    'src/shared/uploads',
  ],
  /**
   * All pages of the administration, which are loaded together on entering it. As files of their own their names would
   * stand in the first script, of the kiosk too. Before `base`,
   * because they take a part of the router that no kiosk needs.
   */
  admin: [
    'node_modules/@tanstack/react-router/dist/esm/useBlocker.js',
    ...modules('src/api', 'alerts curation installation nodes presentPhoto sessions sources tablets users waiting'),
    'src/contract/admin',
    ...modules('src/device', 'copyText herePlace push'),
    ...modules('src/domain/access', 'linkTerms madeText withoutMail'),
    ...modules('src/domain/albums', 'foldText selection'),
    'src/domain/alerts',
    'src/domain/audit/auditSentence.ts',
    'src/domain/clock/zones.ts',
    'src/domain/curation',
    'src/domain/https/certificateNames.ts',
    'src/domain/installation',
    'src/domain/sources',
    ...modules('src/domain/nodes', 'brokerNodes chartPaths dayStrip historyWords nodeList'),
    'src/domain/tabletAdmin',
    'src/admin/nodes/socket/nodeFeeds.ts',
    'src/screens/admin',
    'src/admin/albums/albumDraft.ts',
    ...styled('src/shared/ui', 'Toasts'),
    'src/shared/ui/choices',
  ],
  /** Needed by every page; with it comes the kiosk's home (chunks.ts), which a tablet begins with. */
  base: [
    'node_modules/@tanstack/history',
    'node_modules/@tanstack/react-router',
    'node_modules/@tanstack/react-store',
    'node_modules/@tanstack/router-core',
    'node_modules/@tanstack/store',
    'node_modules/react',
    'node_modules/react-dom',
    'node_modules/scheduler',
    'node_modules/use-sync-external-store',
    'src/boot',
    ...modules('src/contract', 'calls limits offline areas pathPatterns paths permissions storageKeys tabletSettings'),
    ...modules('src/device', 'firstFrame installPrompt lastInput'),
    ...modules('src/domain', 'firstMessages listeners records timing hash32'),
    'src/domain/access/kioskAddress.ts',
    'src/environment.ts',
    ...modules('src/shared/kioskKey', 'checkApiKey kioskKey'),
    ...modules('src/offline', 'applyUpdates bridge checkForUpdates connection'),
    'src/wall/bars/ServerMark.tsx',
    'src/wall/bars/primeWorkerCache.ts',
    'src/shared/state/observable.ts',
    ...modules('src/tablet', 'settings storedTablet'),
    'src/shared/ui/Button.tsx',
    'src/shared/ui/Logo.tsx',
    'src/shared/ui/PageTitle.tsx',
    'src/shared/ui/buttonClass.ts',
  ],
  /** Small files that a kiosk loads after its first screen, which need no others. Before `photos`, which would take them. */
  afterStart: [
    'node_modules/idb-keyval',
    'node_modules/workbox-window',
    'src/shared/device/wakeLock.ts',
    'src/domain/hashOfText.ts',
    'src/contract/formerStorage.ts',
    'src/shared/kioskKey/launchRecord.ts',
  ],
  /** Needed, in addition to `base`, by the photo screens of the kiosk and of the admin pages. */
  photos: [
    'node_modules/@tanstack/react-virtual',
    'node_modules/@tanstack/virtual-core',
    'node_modules/ky',
    ...modules('src/api', 'albums http imageUrls kioskSettings'),
    ...modules('src/contract', 'shares sockets programme'),
    'src/wall/home/deviceCheck.ts',
    ...modules('src/domain', 'backoff messages photoFocus'),
    ...modules('src/domain/albums', 'longAlbums albumTree keepOrder thumbnails thumbnailWidth'),
    'src/domain/clock/mediumDate.ts',
    'src/domain/slideshow/swipe.ts',
    ...modules('src/domain/tablets', 'beginning programme tabletSettings'),
    ...modules('src/offline', 'imageQueue keeper'),
    'src/shared/albums/albumData.ts',
    'src/shared/slideshow/useModal.ts',
    ...modules('src/shared/state', 'partialList remoteResource useRemoteResource'),
    ...modules('src/tablet', 'loadTablet message slideshowControl'),
    'src/shared/ui/photoGrid',
  ],
  /** The other files that a kiosk loads then. */
  live: [
    'src/contract/tablets/kioskEvents.ts',
    ...modules('src/domain/clock', 'clock longDate'),
    'src/domain/focusMove.ts',
    ...modules('src/domain/tablets', 'diary kioskEvent darkEdges reportTiming'),
    'src/domain/tablets/languages',
    'src/domain/update/shellHealth.ts',
    'src/wall/home/rolledBackBuild.ts',
    ...styled('src/screens/kiosk/bars', 'KioskBar'),
    'src/wall/guests/GuestCorner.tsx',
    ...modules('src/wall/clock', 'clockDigits paintClock'),
    ...styled('src/wall/home', 'DeviceCheckPanel'),
    ...styled('src/wall/layout', 'TabletName'),
    'src/wall/layout/LiveTablet.tsx',
    'src/wall/programme',
    ...styled('src/shared/shell', 'NotFoundScreen PageNotes'),
    'src/shared/wallPhoto',
    ...modules('src/tablet', 'dark diary eventStream liveTablet reporter'),
    'src/shared/ui/LinkButton.tsx',
    'src/shared/ui/NewVersionMessage.tsx',
    'src/shared/ui/spokenOnly.module.css',
  ],
  /** The pages of albums and the slideshow, for a kiosk and for visitors: cut up, a kiosk's first script would name each file. */
  albums: [
    'src/shared/device/slideshowPosition.ts',
    'src/domain/slideshow',
    'src/screens/kiosk/albums',
    ...styled('src/screens/kiosk/bars', 'KioskNotice WallMessage'),
    'src/shared/slideshow',
  ],
  /** The common files of the landing page and the administration: signing in and out, and connecting a screen. */
  auth: [
    'src/shared/api/auth.ts',
    ...modules('src/contract', 'pages signIn'),
    'src/shared/device/passkeys.ts',
    ...modules('src/domain/access', 'permissions passkeyHost'),
    'src/domain/clock/when.ts',
    'src/domain/https/reachableOrigin.ts',
    'src/domain/tablets/pairingCode.ts',
    ...modules('src/session', 'reader requirePermissions storedUser'),
    'src/shared/ui/qrCode',
  ],
  /** Also for Codenames. */
  forms: [
    'src/shared/ui/element.ts',
    'src/shared/ui/layout',
    'src/shared/ui/text',
    ...styled('src/shared/ui', 'Dialog DialogActions FileNames ProgressBar'),
    'src/shared/ui/dialogEntries.ts',
    'src/shared/ui/fields',
  ],
};
