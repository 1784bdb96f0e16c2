import { rmSync } from 'node:fs';
import type { Rule } from '#contract/programme/schemas.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { buildVariant } from '../../tests/support/browser/buildVariant.ts';
import { NetworkConditions } from '../../tests/support/browser/networkConditions.ts';
import { ApiClient } from '../../scripts/run/apiClient.ts';
import { acceptLetters, changeTablet } from '../../tests/support/kiosk/adminsTablet.ts';
import { type Journey, rounded } from './journey.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

const DOES_NOT_START = { of: 'index.html', says: 'throw new Error("this build does not start");' };
const SECONDS_PER_PHOTO = 5;
/** The time that a photo needs in addition to its own: to be loaded, faded in and checked. */
const SPARE_MS = 6_000;

/** Opens the landing page and types its code; returns the new tablet's id. */
async function connect(screen: Screen, world: World): Promise<string> {
  await screen.open(`${world.server.origin}/?connect=new`);
  await screen.see('six letters', '/\\b[A-Z]{3} [A-Z]{3}\\b/.test(text())');
  const letters = await screen.look('/\\b[A-Z]{3} [A-Z]{3}\\b/.exec(text())[0]');
  const api = await ApiClient.signedIn(world.server.origin);
  const { id } = await acceptLetters(api, typedCode(String(letters)));
  await screen.see('the wall', 'named("Clock") !== undefined');
  return id;
}

const pairing: Journey = {
  id: 'pairing',
  what: 'a screen shows letters, an admin types them: the wall stands within 30 s of opening the page',
  run: async (screen, world) => {
    const started = performance.now();
    await connect(screen, world);
    const seconds = (performance.now() - started) / 1_000;
    if (seconds > 30) throw new Error(`The wall stood after ${rounded(seconds)} s`);
    return { 'wall after s': rounded(seconds) };
  },
};

const settings: Journey = {
  id: 'settings',
  what: `an admin sets ${SECONDS_PER_PHOTO} s per photo: a slideshow follows after the next start, and when switched on without the server`,
  run: async (screen, world) => {
    const id = await connect(screen, world);
    await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
    await screen.press('Photos');
    await screen.press(world.album.name);
    await screen.see('every photo kept', '/Offline ready\\s+(\\d+)\\/\\1(?!\\d)/.test(text())', 60_000);
    const address = String(await screen.look('location.href'));
    await changeTablet(world.api, id, { settings: { secondsPerPhoto: SECONDS_PER_PHOTO } });
    await screen.browser.restart();
    await screen.open(`${address}&slideshow=true`);
    await expectNext(screen, await screen.photo());
    await expectNext(screen, await screen.photo());
    await world.server.stop('SIGKILL');
    await screen.browser.restart();
    await screen.open(`${address}&slideshow=true`);
    await expectNext(screen, await screen.photo());
    await world.server.start();
    return {};
  },
};

async function expectNext(screen: Screen, before: string): Promise<void> {
  const isOther = `opaque().length === 1 && opaque()[0] !== ${JSON.stringify(before)}`;
  await screen.see('the next photo in its time', isOther, SECONDS_PER_PHOTO * 1_000 + SPARE_MS);
}

/** The hours of a tablet's settings, from this one. */
function timeOfDay(inHours: number): string {
  const [hour, minute] = [(new Date().getHours() + inHours + 24) % 24, new Date().getMinutes()];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const IS_NIGHT = 'named("Show the wall") !== undefined';

const night: Journey = {
  id: 'night',
  what: 'an admin makes it night: the wall is dark within seconds, a touch wakes it, and a start without the server is dark too',
  run: async (screen, world) => {
    const id = await connect(screen, world);
    await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
    const now: Rule = { shows: 'dark-clock', from: timeOfDay(-2), to: timeOfDay(2) };
    await changeTablet(world.api, id, { settings: { programme: [now] } });
    const darkSeconds = await screen.see('the night', IS_NIGHT);
    await screen.press('Show the wall');
    await screen.see('the wall again', `!(${IS_NIGHT}) && named("Clock") !== undefined`);
    const address = String(await screen.look('location.href'));
    await world.server.stop('SIGKILL');
    await screen.browser.restart();
    await screen.open(address);
    await screen.see('the night without the server', IS_NIGHT);
    await world.server.start();
    await changeTablet(world.api, id, { settings: { programme: [{ ...now, from: timeOfDay(6), to: timeOfDay(8) }] } });
    await screen.see('the day', `!(${IS_NIGHT}) && named("Clock") !== undefined`, 60_000);
    return { 'dark after s': rounded(darkSeconds) };
  },
};

const brokenBuild: Journey = {
  id: 'broken-build',
  what: 'an update that throws at its start, with the server gone: the tablet goes back to the build before by itself, and starts with it at once',
  run: async (screen, world) => {
    const builds = { good: buildVariant('Good'), broken: buildVariant('Broken', DOES_NOT_START) };
    const road = await new NetworkConditions(world.server.origin).start();
    try {
      const album = `${road.origin}/circuit-tree/photos/${world.album.slug}?apiKey=${encodeURIComponent(world.server.kioskKey)}`;
      road.build = builds.good;
      await screen.open(album);
      await screen.see('a worker', 'Boolean(navigator.serviceWorker.controller)');
      await screen.see('every photo kept', '/Offline ready\\s+(\\d+)\\/\\1(?!\\d)/.test(text())', 60_000);
      road.build = builds.broken;
      await changeBuild(screen);
      await road.turn('dead');
      await screen.browser.restart();
      await screen.open(`${album}&slideshow=true`);
      const backSeconds = await screen.see('the build before', runs('Good'), 90_000);
      await screen.photo();
      await screen.browser.restart();
      await screen.open(`${album}&slideshow=true`);
      const started = performance.now();
      await screen.photo();
      await screen.see('no broken build', runs('Good'));
      return {
        'back after s': rounded(backSeconds),
        'then a photo after s': rounded((performance.now() - started) / 1_000),
      };
    } finally {
      await road.close();
      for (const folder of Object.values(builds)) rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The worker changes to the build that the server has now; the page goes on as it was. */
async function changeBuild(screen: Screen): Promise<void> {
  const registration = '(await navigator.serviceWorker.getRegistration())';
  await screen.look(`await ${registration}.update() !== null`);
  await screen.see('another build', `Boolean(${registration}.waiting)`);
  await screen.look(`${registration}.waiting.postMessage({ type: 'SKIP_WAITING' }) === undefined`);
  await screen.see('its worker', `!${registration}.waiting`);
}

function runs(build: string): string {
  return `Boolean(document.querySelector('script[type=module][src$="${build}.js"]'))`;
}

export const TABLET_JOURNEYS: readonly Journey[] = [pairing, settings, night, brokenBuild];
