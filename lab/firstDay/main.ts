// `npm run lab -- first-day`: a person who has only the README, from the clone to the first photo on a second screen over https.
// Prints what each step takes the machine; reading, walking and typing come on top. Exit code 1 beyond five minutes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../tests/support/browser/authenticator.ts';
import { canGiveAuthority, giveAuthority } from '../../tests/support/browser/authority.ts';
import { Tablet } from '../../tests/support/browser/tablet.ts';
import { chooser, pictures } from '../../tests/support/browser/uploadPage.ts';
import { FreshClone } from './freshClone.ts';

const LIMIT_S = 300;
const COMMANDS = ['git clone', 'HTTPS=home NODE_ENV=production npm start'];
const PHOTOS = { count: 20, width: 4_000, height: 3_000 };

/** A browser whose home folder trusts no house yet. */
class Device {
  readonly #home = mkdtempSync(join(tmpdir(), 'circuit-tree-device-'));
  #browser: Tablet | undefined;

  /** Opens the printed address, takes the certificate from it, and goes on to `address`. */
  async trustAndOpen(devices: string, address: string): Promise<Page> {
    const { hostname: name } = new URL(devices);
    // The target of the page's download button; no browser without a window fetches it by itself.
    const authority = await fetch(new URL('/circuit-tree-ca.pem', devices.replace(name, '127.0.0.1')));
    giveAuthority(this.#home, await authority.text());
    // The machine answers no mDNS: the printed name leads to it all the same.
    this.#browser = new Tablet({ home: this.#home, args: [`--host-resolver-rules=MAP ${name} 127.0.0.1`] });
    const page = await this.#browser.switchOn(devices);
    await page.getByText('This device trusts this house.').waitFor();
    await page.goto(address);
    return page;
  }

  async dispose(): Promise<void> {
    await this.#browser?.dispose();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

if (!canGiveAuthority) {
  console.error('This needs `certutil`, of Debian’s libnss3-tools, to give a browser the authority of the house');
  process.exit(1);
}

let total = 0;
async function step<Result>(what: string, act: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await act();
  const seconds = (performance.now() - began) / 1_000;
  total += seconds;
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${what}`);
  return result;
}

const camera = mkdtempSync(join(tmpdir(), 'circuit-tree-camera-'));
const photos = (await pictures(PHOTOS.count, 1, PHOTOS)).map(({ name, buffer }) => {
  const file = join(camera, name);
  writeFileSync(file, buffer);
  return file;
});
const server = new FreshClone();
const [computer, wall] = [new Device(), new Device()];
try {
  await step(`1  ${COMMANDS[0]}`, () => server.clone());
  const { setUp, devices } = await step(`2  ${COMMANDS[1]}`, () => server.start());

  const owner = await step('the owner’s computer trusts the house and opens the printed link', () =>
    computer.trustAndOpen(devices, setUp),
  );
  await step('a name, a passkey', async () => {
    await addAuthenticator(owner);
    await owner.getByLabel('Your name').fill('Ada');
    await owner.getByRole('button', { name: 'Begin' }).click();
    await owner.getByRole('button', { name: 'Make a passkey' }).click();
    await owner.getByRole('heading', { name: 'You can come back with your passkey' }).waitFor();
  });
  await step(`${PHOTOS.count} photos of 12 megapixels`, async () => {
    await chooser(owner).setInputFiles(photos);
    await owner.getByText(`${PHOTOS.count} photos in “Family”.`).waitFor({ timeout: LIMIT_S * 1_000 });
  });

  const landing = new URL('/', owner.url()).href;
  const screen = await step('a tablet trusts the house and opens its address', () =>
    wall.trustAndOpen(devices, landing),
  );
  const letters = await step('‘Connect this screen’', async () => {
    await screen.getByRole('link', { name: 'Connect this screen' }).click();
    const shown = screen.getByRole('status', { name: 'Letters of this screen' });
    await shown.filter({ hasText: /[A-Z]{3} [A-Z]{3}/ }).waitFor();
    return shown.innerText();
  });
  await step('the owner types its six letters, and the first photo is on the tablet', async () => {
    await owner.getByLabel('The six letters on the screen').fill(letters);
    await owner.getByRole('button', { name: 'Connect', exact: true }).click();
    await screen.waitForFunction(() => [...document.images].some((image) => image.complete && image.naturalWidth > 0));
  });
} finally {
  await computer.dispose();
  await wall.dispose();
  server.dispose();
  rmSync(camera, { recursive: true });
}
const isKept = total <= LIMIT_S;
console.log(
  `${total.toFixed(1).padStart(7)} s  with ${COMMANDS.length} commands (goal: ${LIMIT_S} s, 2) ${isKept ? '✓' : '✗'}`,
);
if (!isKept) process.exitCode = 1;
