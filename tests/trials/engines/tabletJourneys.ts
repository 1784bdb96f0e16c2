import { typedCode } from '../../../src/domain/tablets/pairingCode.ts';
import { acceptScreen } from '../../support/kiosk/acceptScreen.ts';
import { changeTablet } from '../../support/kiosk/adminsTablet.ts';
import { type Journey, rounded } from './journey.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

const SECONDS_PER_PHOTO = 5;
/** What a photo needs beside its time: to be loaded, faded in and looked at. */
const SPARE_MS = 6_000;

/** Opens the landing and types the letters that it shows; returns the new tablet's id. */
async function connect(screen: Screen, world: World): Promise<string> {
  await screen.open(`${world.server.origin}/?connect=new`);
  await screen.see('six letters', '/\\b[A-Z]{3} [A-Z]{3}\\b/.test(text())');
  const letters = await screen.look('/\\b[A-Z]{3} [A-Z]{3}\\b/.exec(text())[0]');
  const { id } = await acceptScreen(world.server, typedCode(String(letters)));
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
    await screen.see('every photo kept', '/Offline ready (\\d+)\\/\\1(?!\\d)/.test(text())', 60_000);
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

export const TABLET_JOURNEYS: readonly Journey[] = [pairing, settings];
