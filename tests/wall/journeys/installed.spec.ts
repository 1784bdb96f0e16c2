import type { Page } from '@playwright/test';
import { expect } from '#support/browser/e2e.ts';
import { holdCode } from '#support/browser/pageState.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';

// Two apps from one origin: what a browser wants to know before it puts them on a home screen.

const manifestLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="manifest"]')].map((link) => link.getAttribute('href')),
  );

test('both apps are installable, each page has one manifest, and every file a manifest names is there @full', async ({
  tablet,
  road,
  server,
}) => {
  const page = await tablet.switchOn(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
  await controlled(page);
  const session = await tablet.session(page);
  const seen: { id: string; scope: string; name: string }[] = [];
  for (const [path, file] of [
    [`/circuit-tree?apiKey=${server.kioskKey}`, '/kiosk.webmanifest'],
    ['/codenames', '/codenames.webmanifest'],
  ] as const) {
    await page.goto(road.origin + path);
    await expect.poll(() => manifestLinks(page)).toEqual([file]);
    const complaints = async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors;
    await expect.poll(complaints, path).toEqual([]);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest: {
      id: string;
      scope: string;
      start_url: string;
      name: string;
      theme_color: string;
      icons: { src: string; purpose: string }[];
      screenshots: { src: string; sizes: string }[];
      shortcuts: { url: string }[];
    } = JSON.parse(data ?? '');
    seen.push(manifest);
    expect(manifest.theme_color).toMatch(/^#/);
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)]) {
      expect(url.startsWith(manifest.scope)).toBe(true);
    }
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      const response = await page.request.get(road.origin + src);
      expect(response.headers()['content-type'], src).toMatch(/^image\//);
    }
  }
  const [kiosk, codenames] = seen;
  expect(kiosk?.id).not.toBe(codenames?.id);
  expect([kiosk?.name, codenames?.name]).toEqual(['Circuit Tree', 'Codenames']);
  expect(kiosk?.scope).toBe('/circuit-tree');
  expect(codenames?.scope).toBe('/codenames');
});

test.describe('the manifest of a page', () => {
  test.use({ expectedConsoleErrors: [/Camera not available/] });

  test('there is exactly one after every navigation @full', async ({ kiosk }) => {
    expect(await manifestLinks(kiosk)).toEqual(['/kiosk.webmanifest']);
    await kiosk.getByRole('button', { name: 'Clock' }).click();
    await expect(kiosk).toHaveURL(/clock/);
    expect(await manifestLinks(kiosk)).toEqual(['/kiosk.webmanifest']);
    const go = (path: string) =>
      kiosk.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    await go('/codenames');
    await expect.poll(() => manifestLinks(kiosk)).toEqual(['/codenames.webmanifest']);
    await go('/');
    await expect.poll(() => manifestLinks(kiosk)).toEqual(['/kiosk.webmanifest']);
    expect(await kiosk.locator('link[rel="apple-touch-icon"]').count()).toBe(1);
  });
});

test('a launch from the home screen gets the key of this device back, a plain visit does not', async ({
  tablet,
  road,
  server,
}) => {
  const page = await tablet.switchOn(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
  await controlled(page);
  await expect(page.getByRole('button', { name: 'Photos' })).toBeVisible();
  await tablet.switchOff();

  await road.turn('dead');
  const launched = await tablet.switchOn(`${road.origin}/circuit-tree?launch=home-screen`);
  await expect(launched.getByRole('button', { name: 'Photos' })).toBeVisible();
  expect(new URL(launched.url()).searchParams.get('apiKey')).toBe(server.kioskKey);
  expect(new URL(launched.url()).searchParams.has('launch')).toBe(false);
  await launched.goto(`${road.origin}/circuit-tree/clock?launch=home-screen`, { waitUntil: 'commit' });
  await expect(launched).toHaveURL(new RegExp(`/circuit-tree/clock\\?apiKey=${server.kioskKey}`));
  await launched.goto(`${road.origin}/circuit-tree`, { waitUntil: 'commit' });
  await expect(launched.getByText('API key is required')).toBeVisible();
});

test.describe('on an iPad', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1',
  });

  test('the icon keeps the address of the page: the manifest has no start_url @full', async ({ kiosk, road }) => {
    expect(await manifestLinks(kiosk)).toEqual(['/kiosk-ios.webmanifest']);
    const manifest: Record<string, unknown> = await (
      await kiosk.request.get(`${road.origin}/kiosk-ios.webmanifest`)
    ).json();
    expect(manifest.start_url).toBeUndefined();
    expect(manifest.name).toBe('Circuit Tree');
  });
});

test('the home offers to install the app where the browser does, and says what the device has', async ({ kiosk }) => {
  const install = kiosk.getByRole('button', { name: 'Install on this tablet' });
  await expect(install).toBeHidden();
  await kiosk.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt() {
        document.documentElement.dataset.prompted = 'yes';
      },
    });
    window.dispatchEvent(offer);
  });
  await install.click();
  await expect(kiosk.locator('html')).toHaveAttribute('data-prompted', 'yes');
  await expect(install).toBeHidden();
  await kiosk.getByText(/^This device|checks need attention/).click();
  await expect(kiosk.getByText('Secure connection: yes')).toBeVisible();
  await expect(kiosk.getByText('Offline mode active: yes')).toBeVisible();
});

test('an offer to install that comes before the app is heard all the same @full', async ({ page, server }) => {
  const letCodeRun = await holdCode(page);
  await page.goto(kioskUrl(server), { waitUntil: 'commit' });
  await page.locator('.home-choice').first().waitFor();
  const isKept = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => undefined });
    return !window.dispatchEvent(offer);
  });
  expect(isKept).toBe(true);
  letCodeRun();
  await expect(page.getByRole('button', { name: 'Install on this tablet' })).toBeVisible();
});

test('a tablet on plain http in the LAN is told why it has no offline mode @full', async ({ page, road, server }) => {
  // The view of such a page: no secure context, and so no workers and no wake lock.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    Reflect.deleteProperty(Navigator.prototype, 'wakeLock');
    Reflect.deleteProperty(Navigator.prototype, 'storage');
  });
  await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
  for (const [point, remedy] of [
    ['Secure connection', /came over plain http.*Open it by an https address/],
    ['Offline mode active', /Reload this page once/],
    ['Photos safe in this browser', /Install the app on the home screen/],
    ['Screen stays awake', /never sleep in the tablet’s own settings/],
  ] as const) {
    const line = page.getByRole('listitem').filter({ hasText: `${point}: no` });
    await expect(line).toBeVisible();
    await expect(line).toContainText(remedy);
  }
});
