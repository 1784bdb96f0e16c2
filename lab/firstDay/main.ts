// `npm run lab -- first-day`: a person who has only the README, from the clone to the first photo on a second screen over https,
// by the name for which the server answers. Prints what each step takes the machine, and what the person does: commands,
// presses, fields typed, and decisions (what is proposed and taken is none). Reading, walking and the steps in the devices'
// own settings, once on each, come on top. Exit code 1 beyond five minutes or two commands.
import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { addAuthenticator } from '../../tests/support/browser/authenticator.ts';
import { canGiveAuthority, giveAuthority } from '../../tests/support/browser/authority.ts';
import { Tablet } from '../../tests/support/browser/tablet.ts';
import { chooser, pictures } from '../../tests/support/browser/uploadPage.ts';
import { FreshClone } from './freshClone.ts';

const LIMIT_S = 300;
const COMMANDS = ['git clone', 'HTTPS=home npm start'];
const PHOTOS = { count: 20, width: 4_000, height: 3_000 };

/** A browser whose home folder trusts no authority yet. */
class Device {
  readonly #home = mkdtempSync(join(tmpdir(), 'circuit-tree-device-'));
  #browser: Tablet | undefined;

  /** Opens an address of the page on http, takes the certificate from it, and is led on. */
  async trustAndOpen(address: string, { landing, devices }: { landing: string; devices: string }): Promise<Page> {
    // The target of the page's download button, which a browser without a window does not download by itself.
    giveAuthority(this.#home, await (await fetch(new URL('/circuit-tree-ca.pem', devices))).text());
    this.#browser = new Tablet({ home: this.#home, args: await resolverRule(landing, devices) });
    return this.#browser.switchOn(address);
  }

  async dispose(): Promise<void> {
    await this.#browser?.dispose();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** A machine that cannot resolve names of the home is led to the server all the same. */
async function resolverRule(landing: string, devices: string): Promise<string[]> {
  const { hostname: name } = new URL(landing);
  const isFound = await lookup(name).then(
    () => true,
    () => false,
  );
  return isFound ? [] : [`--host-resolver-rules=MAP ${name} ${new URL(devices).hostname}`];
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

const done = { presses: 0, fields: 0, decisions: 0 };
async function press(what: Locator): Promise<void> {
  await what.click();
  done.presses += 1;
}
async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  done.fields += 1;
}
function decide(what: string): string {
  done.decisions += 1;
  return what;
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
  const printed = await step(`2  ${COMMANDS[1]}`, () => server.start());

  const owner = await step('the owner’s computer trusts the house, and opens the printed link', async () => {
    const page = await computer.trustAndOpen(printed.setUp, printed);
    await page.waitForURL(`${printed.landing}**`);
    return page;
  });
  await step('a name, a passkey', async () => {
    await addAuthenticator(owner);
    await type(owner.getByLabel('Your name'), decide('Ada'));
    await press(owner.getByRole('button', { name: 'Begin' }));
    await press(owner.getByRole('button', { name: 'Make a passkey' }));
    await owner.getByRole('heading', { name: 'You can come back with your passkey' }).waitFor();
  });
  await step(`${PHOTOS.count} photos of 12 megapixels`, async () => {
    decide('which photos');
    await press(owner.getByRole('button', { name: 'Choose photos' }));
    await chooser(owner).setInputFiles(photos);
    await owner.getByText(`${PHOTOS.count} photos in “Family”.`).waitFor({ timeout: LIMIT_S * 1_000 });
  });

  const screen = await step('a tablet trusts the house, and opens the wall', async () => {
    done.fields += 1;
    const page = await wall.trustAndOpen(printed.devices, printed);
    await press(page.getByRole('link', { name: 'Go on' }));
    await page.waitForURL(printed.landing);
    return page;
  });
  const letters = await step('‘Connect this screen’', async () => {
    await press(screen.getByRole('link', { name: 'Connect this screen' }));
    const shown = screen.getByRole('status', { name: 'Letters of this screen' });
    await shown.filter({ hasText: /[A-Z]{3} [A-Z]{3}/ }).waitFor();
    return shown.innerText();
  });
  await step('the owner types its six letters, and the first photo is on the tablet', async () => {
    await type(owner.getByLabel('The six letters on the screen'), letters);
    await press(owner.getByRole('button', { name: 'Connect', exact: true }));
    await screen.waitForFunction(() => [...document.images].some((image) => image.complete && image.naturalWidth > 0));
  });
} finally {
  await computer.dispose();
  await wall.dispose();
  server.dispose();
  rmSync(camera, { recursive: true });
}
const isKept = total <= LIMIT_S && COMMANDS.length <= 2;
const { presses, fields, decisions } = done;
console.log(
  `${total.toFixed(1).padStart(7)} s  with ${COMMANDS.length} commands (goal: ${LIMIT_S} s, 2) ${isKept ? '✓' : '✗'}; ${presses} presses, ${fields} fields typed, ${decisions} decisions`,
);
if (!isKept) process.exitCode = 1;
