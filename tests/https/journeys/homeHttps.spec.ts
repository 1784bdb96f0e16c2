import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { canGiveAuthority, giveAuthority } from '#support/browser/authority.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { storedLists } from '#support/browser/deviceStorage.ts';
import { Tablet } from '#support/browser/tablet.ts';

// A device meets a server that makes its own certificate: first without its authority, then with it.

const NAME = `${hostname().split('.')[0]?.toLowerCase()}.local`;

test.skip(!canGiveAuthority, 'there is no `certutil` here (of libnss3-tools) to give the browser an authority');

const home = mkdtempSync(join(tmpdir(), 'circuit-tree-home-'));
const server = new ServerProcess({ env: { HTTPS: 'home', HOST: '127.0.0.1', NODE_ENV: 'development' } });
// The machine answers no mDNS: the name leads to it all the same.
const tablet = new Tablet({ home, args: [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`] });
test.afterAll(async () => {
  await tablet.dispose();
  await server.dispose();
  rmSync(home, { recursive: true, force: true });
});

test('a device is told how to trust the house; then the wall is secure, installable, and starts without the server', async () => {
  test.slow();
  await server.start();
  const httpPort = /Devices\s+http:\/\/[^:]+:(\d+)/.exec(server.output.join(''))?.[1] ?? '';
  const [plain, secure] = [`http://${NAME}:${httpPort}`, `https://${NAME}:${new URL(server.origin).port}`];
  const kiosk = `/circuit-tree?apiKey=${server.kioskKey}`;

  const stranger = await tablet.switchOn(plain + kiosk);
  await expect(stranger.getByRole('status')).toHaveText('This device does not trust this house yet.');
  await expect(stranger.getByRole('link', { name: 'Go on' })).toBeHidden();
  expect(stranger.url()).toBe(plain + kiosk);
  await expectAccessible(stranger, 'the page on http');
  await expect(stranger.goto(secure)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
  await tablet.switchOff();

  giveAuthority(home, await (await fetch(`http://127.0.0.1:${httpPort}/circuit-tree-ca.pem`)).text());
  const page = await tablet.switchOn(`${plain}/`);
  await expect(page.getByRole('status')).toHaveText('This device trusts this house.');
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(`${secure}/`);

  // An old bookmark on http leads on by itself.
  await page.goto(plain + kiosk);
  await expect(page).toHaveURL(secure + kiosk);
  await page.getByText(/^This device is ready|attention$/).click();
  await expect(page.getByText('Offline mode active: yes')).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  const session = await tablet.session(page);
  const complaints = async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors;
  await expect.poll(complaints).toEqual([]);
  // A page that was loaded before its worker stores these a moment after it.
  const lists = async () => (await storedLists(page)).map((url) => url.split('/').at(-1));
  await expect.poll(lists).toEqual(expect.arrayContaining(['albums', 'key-check']));

  await server.stop();
  await tablet.switchOff();
  const offline = await tablet.switchOn(secure + kiosk);
  await expect(offline.getByRole('button', { name: 'Clock' })).toBeVisible();
  await expect(offline.getByText('Offline', { exact: true })).toBeVisible();
});
