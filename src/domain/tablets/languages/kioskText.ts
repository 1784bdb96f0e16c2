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

type DeviceCheckText =
  | 'yes'
  | 'no'
  | 'This device is ready for the wall'
  | '1 of 4 checks needs attention'
  | '# of 4 checks need attention'
  | 'Secure connection'
  | 'This page came over plain http, so the browser allows no offline mode. Open it by an https address: the page “HTTPS at home” of the documentation shows three ways.'
  | 'Offline mode active'
  | 'Reload this page once. If it stays off, leave the private window and allow site data for this address.'
  | 'Photos safe in this browser'
  | 'The browser may clear the stored photos when space runs out. Install the app on the home screen.'
  | 'Screen stays awake'
  | 'This browser cannot keep the screen on. Set the display to never sleep in the tablet’s own settings.'
  | 'The newest version (#) does not start on this device, so it runs the one before. It changes by itself as soon as the server has another.';

type ConnectText =
  | 'Connect this screen'
  | 'This screen was disconnected'
  | 'This screen is not connected'
  | 'Letters of this screen'
  | 'The same as a QR code, for a phone’s camera'
  | 'On a computer or phone, open Circuit Tree, Tablets, Add, and type these letters. Or point a phone’s camera at the code.'
  | 'On a computer or phone, open Circuit Tree, Tablets, this tablet, Connect again, and type these letters. To add it as a new one, point a phone’s camera at the code.'
  | 'The server is out of reach. This screen goes on by itself as soon as it answers again.'
  | 'The key was lost on its way to this screen. Please type these new letters.'
  | 'Sign in instead';

/**
 * The English texts of the kiosk's screens, with # for inserted values. They are the keys of the other languages'
 * texts.
 */
export type KioskText =
  | (typeof MESSAGES)[KioskMessage]
  | 'Clock'
  | 'Photos'
  | 'Photo'
  | 'of'
  | 'and'
  | 'Albums'
  | '1 sub-albums'
  | '# sub-albums'
  | 'Reload'
  | 'New version'
  | 'Later'
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
  | 'Storing # of #'
  | 'storage full'
  | 'Install on this tablet'
  | 'Night'
  | 'Show the wall'
  | '✓ Kept'
  | 'Partly kept'
  | 'Not on this tablet'
  | 'No photos of this album are stored on this tablet yet. They come with the network.'
  | 'All photos: no album “#”'
  | 'The name of this tablet'
  | 'Add your photos'
  | DeviceCheckText
  | ConnectText;

export type KioskTexts = Record<KioskText, string>;
