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
    'src/api/upload.ts',
    'src/domain/albums/slug.ts',
    'src/domain/curation/counts.ts',
    'src/domain/takeout',
    ...modules('src/domain/text', 'hiddenCharacters sizes'),
    'src/domain/uploads',
    'src/domain/viewer',
    'src/screens/picture',
    ...styled('src/ui', 'Icon'),
    'src/uploads',
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
    'src/realtime/nodeFeeds.ts',
    'src/screens/admin',
    'src/session/albumDraft.ts',
    ...styled('src/ui', 'Toasts'),
    'src/ui/choices',
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
    ...modules('src/kioskKey', 'checkApiKey kioskKey'),
    ...modules('src/offline', 'applyUpdates bridge checkForUpdates connection'),
    'src/screens/kiosk/bars/ServerMark.tsx',
    'src/screens/kiosk/bars/primeWorkerCache.ts',
    'src/state/observable.ts',
    ...modules('src/tablet', 'settings storedTablet'),
    'src/ui/Button.tsx',
    'src/ui/Logo.tsx',
    'src/ui/PageTitle.tsx',
    'src/ui/buttonClass.ts',
  ],
  /** Small files that a kiosk loads after its first screen, which need no others. Before `photos`, which would take them. */
  afterStart: [
    'node_modules/idb-keyval',
    'node_modules/workbox-window',
    'src/device/wakeLock.ts',
    'src/domain/hashOfText.ts',
    'src/contract/formerStorage.ts',
    'src/kioskKey/launchRecord.ts',
  ],
  /** Needed, in addition to `base`, by the photo screens of the kiosk and of the admin pages. */
  photos: [
    'node_modules/@tanstack/react-virtual',
    'node_modules/@tanstack/virtual-core',
    'node_modules/ky',
    ...modules('src/api', 'albums http imageUrls kioskSettings'),
    ...modules('src/contract', 'shares sockets programme'),
    'src/device/deviceCheck.ts',
    ...modules('src/domain', 'backoff messages photoFocus'),
    ...modules('src/domain/albums', 'longAlbums albumTree keepOrder thumbnails thumbnailWidth'),
    'src/domain/clock/mediumDate.ts',
    'src/domain/slideshow/swipe.ts',
    ...modules('src/domain/tablets', 'beginning programme tabletSettings'),
    ...modules('src/offline', 'imageQueue keeper'),
    'src/screens/kiosk/albums/albumData.ts',
    'src/screens/kiosk/slideshow/useModal.ts',
    ...modules('src/state', 'partialList remoteResource useRemoteResource'),
    ...modules('src/tablet', 'loadTablet message slideshowControl'),
    'src/ui/photoGrid',
  ],
  /** The other files that a kiosk loads then. */
  live: [
    'src/contract/kioskEvents.ts',
    ...modules('src/domain/clock', 'clock longDate'),
    'src/domain/focusMove.ts',
    ...modules('src/domain/tablets', 'diary kioskEvent darkEdges reportTiming'),
    'src/domain/tablets/languages',
    'src/domain/updates/shellHealth.ts',
    'src/offline/rolledBackBuild.ts',
    ...styled('src/screens/kiosk/bars', 'KioskBar'),
    'src/screens/kiosk/bars/GuestCorner.tsx',
    ...modules('src/screens/kiosk/clock', 'clockDigits paintClock'),
    ...styled('src/screens/kiosk/home', 'DeviceCheckPanel'),
    ...styled('src/screens/kiosk/layout', 'TabletName'),
    'src/screens/kiosk/layout/LiveTablet.tsx',
    'src/screens/kiosk/programme',
    ...styled('src/screens/shell', 'NotFoundScreen PageNotes'),
    'src/screens/wall',
    ...modules('src/tablet', 'dark diary eventStream liveTablet reporter'),
    'src/ui/LinkButton.tsx',
    'src/ui/NewVersionMessage.tsx',
    'src/ui/spokenOnly.module.css',
  ],
  /** The pages of albums and the slideshow, for a kiosk and for visitors: cut up, a kiosk's first script would name each file. */
  albums: [
    'src/device/slideshowPosition.ts',
    'src/domain/slideshow',
    'src/screens/kiosk/albums',
    ...styled('src/screens/kiosk/bars', 'KioskNotice WallMessage'),
    'src/screens/kiosk/slideshow',
  ],
  /** The common files of the landing page and the administration: signing in and out, and connecting a screen. */
  auth: [
    'src/api/auth.ts',
    ...modules('src/contract', 'pages signIn'),
    'src/device/passkeys.ts',
    ...modules('src/domain/access', 'permissions passkeyHost'),
    'src/domain/clock/when.ts',
    'src/domain/https/reachableOrigin.ts',
    'src/domain/tablets/pairingCode.ts',
    ...modules('src/session', 'reader requirePermissions storedUser'),
    'src/ui/qrCode',
  ],
  /** Also for Codenames. */
  forms: [
    'src/ui/element.ts',
    'src/ui/layout',
    'src/ui/text',
    ...styled('src/ui', 'Dialog DialogActions FileNames ProgressBar'),
    'src/ui/dialogEntries.ts',
    'src/ui/fields',
  ],
};
