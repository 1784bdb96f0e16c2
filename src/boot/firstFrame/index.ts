/**
 * Runs inside index.html, before any file of the app is fetched: the page of a kiosk is dark from its first paint, and
 * while the app's code is on its way the frame shows the time on the clock's page, the last photo for a slideshow, the
 * first thumbnails of an album, the home itself, and the logo for all else. Then the app may start.
 */
import { LAUNCH_PARAMETER } from '../../contract/offline.ts';
import { areaOf, pageAt } from '../../contract/pages.ts';
import { keepEarlyInstallPrompt } from '../../device/installPrompt.ts';
import { keyInAddress } from '../../domain/access/kioskAddress.ts';
import { keepClockPainted } from '../../screens/kiosk/clock/paintClock.ts';
import { describeHomeScreenApp } from '../manifest.ts';
import { drawAlbum } from './album.ts';
import { HOME, LOGO } from './markup.tsx';
import { drawPhoto, isSlideshow, photoToBeginWith } from './photo.ts';
import { startAppAfter } from './startApp.ts';

/** Thumbnails that come sooner are shown without the logo before them: painting the logo would delay them. */
const LOGO_DELAY_MS = 300;

function drawClock(frame: HTMLElement): void {
  const face = document.createElement('div');
  frame.append(face);
  keepClockPainted(face);
}

/** Where `inert` is unknown the buttons can be focused, and do nothing until the screen takes over. */
function drawHome(frame: HTMLElement): void {
  frame.inert = true;
  frame.innerHTML = HOME;
}

/** The returned promise, if any, resolves when the photos are ready to be painted. */
function drawPhotos(frame: HTMLElement, slug: string, apiKey: string | undefined): Promise<void> | undefined {
  const isShow = isSlideshow(window.location);
  const photo = isShow ? photoToBeginWith(slug) : undefined;
  if (photo) return drawPhoto(frame, photo);
  if (!slug || !apiKey || isShow) {
    frame.innerHTML = LOGO;
    return undefined;
  }
  setTimeout(() => {
    if (!frame.firstChild) frame.innerHTML = LOGO;
  }, LOGO_DELAY_MS);
  return drawAlbum(frame, slug, apiKey);
}

function draw(frame: HTMLElement, pathname: string, apiKey: string | undefined): Promise<void> | undefined {
  const page = pageAt(pathname);
  if (page?.firstFrame === 'clock') {
    drawClock(frame);
    return undefined;
  }
  // Nothing else in the frame can be used, and the screen that can be used replaces it within a second.
  frame.setAttribute('aria-hidden', 'true');
  if (page?.firstFrame === 'home') {
    drawHome(frame);
    return undefined;
  }
  return drawPhotos(frame, decodeURIComponent(page?.params.albumSlug ?? ''), apiKey);
}

function drawFirstFrame(): Promise<void> | undefined {
  const { pathname, search } = window.location;
  if (areaOf(pathname)?.name !== 'kiosk') return undefined;
  document.documentElement.classList.add('kiosk');
  const apiKey = keyInAddress({ pathname, search });
  if (!apiKey && !new URLSearchParams(search).has(LAUNCH_PARAMETER)) return undefined;
  const frame = document.createElement('div');
  frame.className = 'first-frame';
  document.body.append(frame);
  return draw(frame, pathname, apiKey);
}

keepEarlyInstallPrompt();
let picture: Promise<void> | undefined;
try {
  picture = drawFirstFrame();
} catch {
  // An address that cannot be decoded, for one: the app shows what is wrong with it.
}
startAppAfter(picture);
// A browser looks for the manifest when the page is loaded, which is before the app has come.
describeHomeScreenApp(window.location.pathname);
