/**
 * This script runs inside index.html, before any file of the app is fetched. It makes the page of a kiosk dark from its
 * first paint and draws the first frame, which is shown until the app's code is loaded: the time on the clock's page,
 * the last photo for a slideshow, the first thumbnails of an album, the kiosk's home, or else the logo. Then the app is
 * started.
 */
import { LAUNCH_PARAMETER } from '#contract/offline.ts';
import { areaOf } from '#contract/areas.ts';
import { pageAt } from '#contract/pages.ts';
import { keepEarlyInstallPrompt } from '#src/shared/device/installPrompt.ts';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { keepClockPainted } from '#src/wall/clock/paintClock.ts';
import { describeHomeScreenApp } from '../manifest.ts';
import { drawAlbum, drawPhoto } from './album.ts';
import { HOME, LOGO } from './markup.tsx';
import { beginWithSettings, clockStyleOf } from './tablet.ts';
import { isRecord } from '#domain/records.ts';
import { lastPosition } from '#src/shared/device/slideshowPosition.ts';
import { letAppStart } from '../entryScript.ts';

/** The app is started after this time even if the picture is not painted yet: a page in a hidden tab never paints. */
const LONGEST_WAIT_MS = 500;

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
  const frame = document.querySelector<HTMLElement>('.first-frame');
  if (!frame) return undefined;
  frame.textContent = '';
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

/** Whether a slideshow starts by itself on this page, or goes on after a reload. */
function isSlideshow({ search }: Location): boolean {
  return new URLSearchParams(search).get('slideshow') === 'true' || isRecord(window.history.state?.slideshow);
}

/** The photo that the slideshow of an album will begin with. */
function photoToBeginWith(slug: string): string | undefined {
  return lastPosition(slug)?.imageUrl;
}

/**
 * Calls back once a frame has been handed to the screen. The first animation frame begins before that frame is laid out
 * and painted; the second begins when it has been.
 */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(callback)));
}

/**
 * Requests the app's files once the first frame is on the screen: an old tablet takes longer to queue these requests
 * than to draw the frame. If this script fails, the watchdog (boot/watchdog.ts) starts the app.
 */
function startAppAfter(drawn: Promise<unknown> | undefined): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The app needs its root element, which comes below this script in index.html.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', letAppStart);
    else letAppStart();
  };
  const startAfterPaint = () => afterPaint(start);
  if (drawn) void drawn.then(startAfterPaint, startAfterPaint);
  else startAfterPaint();
  setTimeout(start, LONGEST_WAIT_MS);
}
