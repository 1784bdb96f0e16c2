/**
 * Runs inside index.html, before any file of the app is fetched: the page of a kiosk is dark from its first paint, and
 * while the app's code is still on its way the clock shows the time, a slideshow the photo it stood at, an album its
 * first thumbnails, the home itself, and all else the logo. Then it lets the app start. The policy for styles forbids
 * style attributes in markup: they are set through the element. The page's side is offline/firstFrame.ts.
 */
import { LAUNCH_PARAMETER } from '../../contract/offline.ts';
import { areaOf, pageAt } from '../../contract/pages.ts';
import { keepEarlyInstallPrompt } from '../../device/earlyOffer.ts';
import { describeHomeScreenApp } from '../manifest.ts';
import { drawAlbum } from './album.ts';
import { drawClock } from './clock.ts';
import { drawHome } from './home.ts';
import { logoMarkup } from './logo.ts';
import { drawPhoto, isSlideshow, photoToBeginWith } from './photo.ts';
import { startAppAfter } from './startApp.ts';

/** Thumbnails that are there sooner come without the logo before them: painting it would hold them up. */
const PATIENCE_MS = 300;

/** Gives a promise if what it draws is still on its way. */
function draw(frame: HTMLElement, pathname: string, apiKey: string | null): Promise<void> | undefined {
  const page = pageAt(pathname);
  if (page?.firstFrame === 'clock') {
    drawClock(frame);
    return undefined;
  }
  // Nothing here can be pressed yet, and what can be comes at once.
  frame.setAttribute('aria-hidden', 'true');
  if (page?.firstFrame === 'home') {
    drawHome(frame);
    return undefined;
  }
  const slug = decodeURIComponent(page?.params.albumSlug ?? '');
  const isShow = isSlideshow(window.location);
  const photo = isShow ? photoToBeginWith(slug) : undefined;
  if (photo) return drawPhoto(frame, photo);
  if (!slug || !apiKey || isShow) {
    frame.innerHTML = logoMarkup();
    return undefined;
  }
  setTimeout(() => {
    if (!frame.firstChild) frame.innerHTML = logoMarkup();
  }, PATIENCE_MS);
  return drawAlbum(frame, slug, apiKey);
}

function drawFirstFrame(): Promise<void> | undefined {
  const { pathname, search } = window.location;
  if (areaOf(pathname)?.name !== 'kiosk') return undefined;
  document.documentElement.classList.add('kiosk');
  const query = new URLSearchParams(search);
  if (!query.has('apiKey') && !query.has(LAUNCH_PARAMETER)) return undefined;
  const frame = document.createElement('div');
  frame.className = 'first-frame';
  document.body.append(frame);
  return draw(frame, pathname, query.get('apiKey'));
}

keepEarlyInstallPrompt();
let picture: Promise<void> | undefined;
try {
  picture = drawFirstFrame();
} catch {
  // An address that makes no sense, say: the app will tell.
}
startAppAfter(picture);
// A browser looks for the manifest when the page is loaded, which is before the app has come.
describeHomeScreenApp(window.location.pathname);
