import type { TabletSettings } from './schemas/tabletSettings.ts';

export const DEFAULT_TABLET_SETTINGS: TabletSettings = {
  startsWith: 'home',
  startsWithAlbumId: null,
  returnAfterSeconds: 300,
  secondsPerPhoto: 90,
  order: 'album',
  shuffleBy: 'photos',
  fit: 'contain',
  pairs: false,
  caption: false,
  date: false,
  clockOverlay: false,
  countdown: true,
  hours: 12,
  locale: 'en',
  programme: [],
  place: null,
  transitions: true,
  guestShareId: null,
};
