/**
 * This script runs inside index.html, before any file of the app is fetched. It makes the page of a kiosk dark from its
 * first paint and draws the first frame, which is shown until the app's code is loaded: the time on the clock's page,
 * the last photo for a slideshow, the first thumbnails of an album, the kiosk's home, or else the logo. Then the app is
 * started.
 */
import { LAUNCH_PARAMETER } from '#contract/offline.ts';
import { areaOf } from '#contract/areas.ts';
import { pageAt } from '#contract/pages.ts';
import { keepEarlyInstallPrompt } from '../../device/installPrompt.ts';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { keepClockPainted } from '../../screens/kiosk/clock/paintClock.ts';
import { describeHomeScreenApp } from '../manifest.ts';
import { drawAlbum, drawPhoto, isSlideshow, photoToBeginWith } from './album.ts';
import { HOME, LOGO } from './markup.tsx';
import { startAppAfter } from './startApp.ts';
import { beginWithSettings, clockStyleOf } from './tablet.ts';

/** Thumbnails that arrive sooner are shown without the logo before them, since painting it would delay them. */
const LOGO_DELAY_MS = 300;

function drawClock(frame: HTMLElement, apiKey: string | undefined): void {
  const face = document.createElement('div');
  frame.append(face);
  keepClockPainted(face, clockStyleOf(apiKey));
}

/** Browsers without `inert` keep the buttons of the markup out of the keyboard's reach by their tabindex. */
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
    drawClock(frame, apiKey);
    return undefined;
  }
  // Nothing in the other frames can be used yet, so screen readers skip them until the app's screen replaces them.
  frame.setAttribute('aria-hidden', 'true');
  if (page?.firstFrame === 'home') {
    drawHome(frame);
    return undefined;
  }
  return drawPhotos(frame, decodeURIComponent(page?.params.albumSlug ?? ''), apiKey);
}

function drawFirstFrame(): Promise<void> | undefined {
  if (areaOf(window.location.pathname)?.name !== 'kiosk') return undefined;
  document.documentElement.classList.add('kiosk');
  const apiKey = keyInAddress(window.location);
  beginWithSettings(apiKey);
  const { pathname, search } = window.location;
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
  // Decoding the address may fail, for instance. The app is started all the same and shows the problem.
}
startAppAfter(picture);
// A browser looks for the manifest when the page is loaded, which is before the app's code has been loaded.
describeHomeScreenApp(window.location.pathname);
