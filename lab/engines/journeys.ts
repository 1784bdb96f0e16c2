import { type Journey, rounded } from './journey.ts';
import type { Screen } from './screen.ts';
import { pause } from './screen.ts';
import { clipJourney } from '../clips/clipJourney.ts';
import { TABLET_JOURNEYS } from './tabletJourneys.ts';
import type { World } from './world.ts';

const PHOTOS_SHOWN =
  'document.querySelectorAll("main img").length > 0 && [...document.querySelectorAll("main img")].every((image) => image.naturalWidth > 0)';
/** Within a quarter of the right edge of the screen. */
const NEXT = { x: 980, y: 400 };

async function isRightTime(screen: Screen): Promise<void> {
  await screen.see(
    'the time on the clock',
    `(() => {
      const now = new Date();
      const shown = document.querySelector('.clock-text, #clock .spoken');
      const time = (now.getHours() % 12 || 12) + ':' + String(now.getMinutes()).padStart(2, '0');
      return Boolean(shown) && shown.textContent.startsWith(time) &&
        text().includes([now.getFullYear(), now.getMonth() + 1, now.getDate()].join('.'));
    })()`,
  );
}

async function warm(screen: Screen, world: World): Promise<number> {
  await screen.open(world.kioskUrl(`/photos/${world.album.slug}`));
  return screen.see('every photo kept', '/Offline ready\\s+(\\d+)\\/\\1(?!\\d)/.test(text())', 60_000);
}

const online: Journey = {
  id: 'online',
  what: 'home, clock, album, slideshow: the right time, every thumbnail, the next photo after a press',
  run: async (screen, world) => {
    await screen.open(world.kioskUrl());
    const homeSeconds = await screen.see('the home', 'named("Clock") !== undefined && named("Photos") !== undefined');
    await screen.press('Clock');
    await isRightTime(screen);
    await screen.open(world.kioskUrl('/photos'));
    await screen.press(world.album.name);
    await screen.see('the thumbnails', PHOTOS_SHOWN);
    await screen.press('Start Slideshow');
    const first = await screen.photo();
    await screen.pressAt(NEXT.x, NEXT.y);
    const second = await screen.photo(first);
    await screen.pressAt(NEXT.x, NEXT.y);
    await screen.photo(second);
    return { 'home after s': rounded(homeSeconds) };
  },
};

const serverGone: Journey = {
  id: 'server-gone',
  what: 'the server is killed under a slideshow: it goes on, says Offline within 30 s, reloads, and finds the server again',
  run: async (screen, world) => {
    await screen.open(world.kioskUrl());
    await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
    const warmSeconds = await warm(screen, world);
    await screen.press('Start Slideshow');
    const first = await screen.photo();
    await world.server.stop('SIGKILL');
    await screen.pressAt(NEXT.x, NEXT.y);
    await screen.photo(first);
    const markSeconds = await screen.see('the mark', '/Offline(?! ready)/.test(text())', 40_000);
    await screen.open(world.kioskUrl('/clock'));
    await isRightTime(screen);
    await screen.open(world.kioskUrl(`/photos/${world.album.slug}`));
    await screen.see('the album again', PHOTOS_SHOWN);
    await world.server.start();
    await screen.see('no mark', '!/Offline(?! ready)/.test(text())', 40_000);
    return { 'kept after s': rounded(warmSeconds), 'mark after s': rounded(markSeconds) };
  },
};

const coldStart: Journey = {
  id: 'cold-start',
  what: 'switched on with the server dead: album, slideshow by itself, home and clock',
  run: async (screen, world) => {
    await screen.open(world.kioskUrl());
    await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
    await warm(screen, world);
    await world.server.stop('SIGKILL');
    await screen.browser.restart();
    const started = performance.now();
    await screen.open(world.kioskUrl(`/photos/${world.album.slug}`, '&slideshow=true'));
    const first = await screen.photo();
    const photoSeconds = (performance.now() - started) / 1_000;
    await screen.pressAt(NEXT.x, NEXT.y);
    await screen.photo(first);
    await screen.open(world.kioskUrl());
    await screen.see('the home', 'named("Clock") !== undefined');
    await screen.open(world.kioskUrl('/clock'));
    await isRightTime(screen);
    await world.server.start();
    return { 'photo after s': rounded(photoSeconds) };
  },
};

const revoked: Journey = {
  id: 'revoked',
  what: 'a key that is revoked while the tablet is off: refused at its next start, and nothing of it is left',
  run: async (screen, world) => {
    const key = world.operator.createKey('Revoked');
    await screen.open(world.kioskUrl('', '', key));
    await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
    await screen.open(world.kioskUrl(`/photos/${world.album.slug}`, '', key));
    await screen.see('every photo kept', '/Offline ready\\s+(\\d+)\\/\\1(?!\\d)/.test(text())', 60_000);
    world.operator.revokeKey('Revoked');
    await screen.browser.restart();
    await screen.open(world.kioskUrl('/clock', '', key));
    await screen.see('the landing', `location.pathname === '/'`);
    await pause(1_000);
    await screen.see(
      'nothing kept',
      'caches.keys().then((names) => names.every((name) => !name.startsWith("kiosk:")))',
    );
    return {};
  },
};

const codenames: Journey = {
  id: 'codenames',
  what: 'a board from a photo, two cells marked; all there after a start with the server dead',
  run: async (screen, world) => {
    await screen.open(`${world.server.origin}/codenames`);
    await screen.see('camera or choice', 'named("Take Photo") !== undefined || named("Choose a photo") !== undefined');
    const hasCamera = (await screen.look('named("Take Photo") !== undefined')) === true;
    if (hasCamera) await screen.press('Take Photo');
    else await screen.browser.chooseFile('input[type=file]', world.boardFile);
    await screen.press('Use Photo');
    await screen.press('Red Target');
    await screen.press('row 1, column 2');
    await screen.press('row 3, column 4');
    const marked =
      'named("row 1, column 2") && /red/i.test(nameOf(named("row 1, column 2"))) && /red/i.test(nameOf(named("row 3, column 4")))';
    await screen.see('two red cells', `Boolean(${marked})`);
    await pause(1_000);
    await world.server.stop('SIGKILL');
    await screen.browser.restart();
    await screen.open(`${world.server.origin}/codenames`);
    await screen.see(
      'the board again',
      `Boolean(${marked}) && document.querySelector('img[alt="The board"]').naturalWidth > 0`,
    );
    await world.server.start();
    return { photo: hasCamera ? 'camera' : 'file' };
  },
};

const frame: Journey = {
  id: 'frame',
  what: 'the page for old tablets: time, photos, and both without the server',
  run: async (screen, world) => {
    await screen.open(world.frameUrl());
    await isRightTime(screen);
    const first = await screen.photo();
    await screen.pressAt(NEXT.x, NEXT.y);
    await screen.photo(first);
    await world.server.stop('SIGKILL');
    await screen.see('the mark', 'text().includes("Offline")', 40_000);
    await screen.pressAt(40, NEXT.y);
    await screen.see('a photo that the browser kept', `opaque()[0] === ${JSON.stringify(first)}`);
    await isRightTime(screen);
    await world.server.start();
    await screen.see('no mark', '!text().includes("Offline")', 90_000);
    return {};
  },
};

export const JOURNEYS: readonly Journey[] = [
  online,
  serverGone,
  coldStart,
  ...TABLET_JOURNEYS,
  revoked,
  codenames,
  frame,
  clipJourney,
];
