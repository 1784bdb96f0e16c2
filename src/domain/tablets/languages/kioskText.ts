import type { MESSAGES } from '../../messages.ts';

type KioskMessage =
  | 'tabletUnknown'
  | 'albumsFailed'
  | 'albumNotFound'
  | 'photosFailed'
  | 'slideshowPhotosFailed'
  | 'noAlbumsHere'
  | 'noPhotos'
  | 'loadingAlbums'
  | 'loadingPhotos';

/** The English texts of the kiosk's screens, by which those of other languages are found. */
export type KioskText =
  | (typeof MESSAGES)[KioskMessage]
  | 'Clock'
  | 'Photos'
  | 'Photo'
  | 'of'
  | 'and'
  | 'Albums'
  | 'sub-albums'
  | 'Reload'
  | '< Home'
  | '< Back'
  | 'Start Slideshow'
  | 'Slideshow'
  | '✕ Close'
  | 'Hide the bar'
  | 'Show the bar'
  | 'Hide the menu'
  | 'Show the menu'
  | 'Previous photo'
  | 'Next photo'
  | 'Paused'
  | 'Try again'
  | 'Offline'
  | 'Offline ready'
  | 'storage full'
  | 'Install on this tablet'
  | 'Night'
  | 'Show the wall';

export type KioskTexts = Record<KioskText, string>;
