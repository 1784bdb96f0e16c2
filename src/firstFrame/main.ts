/**
 * Runs inside index.html, before anything else is fetched: the page of a kiosk is dark from its first paint, and while
 * the app's code is still on its way the clock shows the time, a slideshow the photo it stood at, the home itself, and
 * all else the logo. The policy for styles forbids style attributes in markup: they are set through the element. The
 * page's side is offline/firstFrame.ts.
 */
import { LAUNCH_PARAMETER } from '../contract/offline.ts';
import { KIOSK_PAGE } from '../contract/paths.ts';
import { drawClock } from './clock.ts';
import { drawHome } from './home.ts';
import { logoMarkup } from './logo.ts';
import { drawPhoto, photoToBeginWith } from './photo.ts';

function draw(frame: HTMLElement, pathname: string): void {
  if (/^\/circuit-tree\/clock\/?$/.test(pathname)) return drawClock(frame);
  const photo = photoToBeginWith(window.location);
  // Nothing here can be pressed yet, and what can be comes at once.
  frame.setAttribute('aria-hidden', 'true');
  if (/^\/circuit-tree\/?$/.test(pathname)) drawHome(frame);
  else if (photo) drawPhoto(frame, photo);
  else frame.innerHTML = logoMarkup();
  return undefined;
}

const { pathname, search } = window.location;
const query = new URLSearchParams(search);
const isKiosk = KIOSK_PAGE.test(pathname);
if (isKiosk) document.documentElement.classList.add('kiosk');
if (isKiosk && (query.has('apiKey') || query.has(LAUNCH_PARAMETER))) {
  const frame = document.createElement('div');
  frame.className = 'first-frame';
  document.body.append(frame);
  draw(frame, pathname);
}
