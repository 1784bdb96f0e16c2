import type { Browser, CDPSession, Page } from '@playwright/test';
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

interface Manifest {
  id: string;
  scope: string;
  start_url: string;
  name: string;
  theme_color: string;
  icons: { src: string; purpose: string }[];
  screenshots: { src: string }[];
  shortcuts: { url: string }[];
}

/** Chromium's own word on the page: that it can be installed, and the manifest that it has read. */
async function installable(page: Page, session: CDPSession): Promise<Manifest> {
  const complaints = async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors;
  await expect.poll(complaints, page.url()).toEqual([]);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest: Manifest = JSON.parse(data ?? '');
  expect(manifest.theme_color).toMatch(/^#/);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)]) {
    expect(url.startsWith(manifest.scope)).toBe(true);
  }
  return manifest;
}

/** The browser's offer to install the app, as Chromium makes it; returns whether the page takes it. */
function offerToInstall(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt() {
        document.documentElement.dataset.prompted = 'yes';
      },
    });
    return !window.dispatchEvent(offer);
  });
}

test.use({ expectedConsoleErrors: [/Camera not available/] });

test('both apps are installable, each page has one manifest, and the home offers to install where the browser does', async ({
  tablet,
  browser,
  road,
  server,
}) => {
  const home = `${road.origin}/circuit-tree?apiKey=${server.kioskKey}`;
  const page = await tablet.switchOn(home);
  await controlled(page);
  const session = await tablet.session(page);
  const seen: Manifest[] = [];
  for (const [url, file] of [
    [home, '/kiosk.webmanifest'],
    [`${road.origin}/codenames`, '/codenames.webmanifest'],
  ] as const) {
    await page.goto(url);
    await expect.poll(() => manifestLinks(page)).toEqual([file]);
    const manifest = await installable(page, session);
    seen.push(manifest);
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      const response = await page.request.get(road.origin + src);
      expect(response.headers()['content-type'], src).toMatch(/^image\//);
    }
  }
  expect(seen.map(({ name, scope }) => [name, scope])).toEqual([
    ['Circuit Tree', '/circuit-tree'],
    ['Codenames', '/codenames'],
  ]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2);

  await test.step('there is exactly one after every navigation', async () => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Clock' }).click();
    await expect(page).toHaveURL(/clock/);
    expect(await manifestLinks(page)).toEqual(['/kiosk.webmanifest']);
    for (const [path, file] of [
      ['/codenames', '/codenames.webmanifest'],
      ['/', '/kiosk.webmanifest'],
    ] as const) {
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect.poll(() => manifestLinks(page)).toEqual([file]);
    }
    expect(await page.locator('link[rel="apple-touch-icon"]').count()).toBe(1);
  });

  await test.step('an offer to install is taken up, also one that comes before the app', async () => {
    await page.goto(home);
    const install = page.getByRole('button', { name: 'Install on this tablet' });
    await expect(install).toBeHidden();
    await page.getByText(/^This device|checks need attention/).click();
    await expect(page.getByText('Secure connection: yes')).toBeVisible();
    await expect(page.getByText('Offline mode active: yes')).toBeVisible();
    expect(await offerToInstall(page)).toBe(true);
    await install.click();
    await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes');
    await expect(install).toBeHidden();

    const early = await browser.newPage({ serviceWorkers: 'block' });
    const letCodeRun = await holdCode(early);
    await early.goto(kioskUrl(server), { waitUntil: 'commit' });
    await early.locator('.home-choice').first().waitFor();
    expect(await offerToInstall(early)).toBe(true);
    letCodeRun();
    await expect(early.getByRole('button', { name: 'Install on this tablet' })).toBeVisible();
    await early.close();
  });

  await test.step('an iPad’s icon keeps the address of its page', () => expectIconOfPage(browser, home));
  await test.step('a page on plain http says why it has no offline mode', () => expectRemedies(browser, home));
});

/** The manifest for an iPad has no start_url, which its icon would open instead. */
async function expectIconOfPage(browser: Browser, home: string): Promise<void> {
  const iPad = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Mobile/15E148 Safari/604.1',
  });
  const page = await iPad.newPage();
  await page.goto(home);
  await expect.poll(() => manifestLinks(page)).toEqual(['/kiosk-ios.webmanifest']);
  const manifest: Partial<Manifest> = await (
    await page.request.get(new URL('/kiosk-ios.webmanifest', home).href)
  ).json();
  expect(manifest.start_url).toBeUndefined();
  expect(manifest.name).toBe('Circuit Tree');
  await iPad.close();
}

async function expectRemedies(browser: Browser, home: string): Promise<void> {
  const plain = await browser.newPage();
  // The view of a page on plain http: no secure context, and so no workers and no wake lock.
  await plain.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    Reflect.deleteProperty(Navigator.prototype, 'wakeLock');
    Reflect.deleteProperty(Navigator.prototype, 'storage');
  });
  await plain.goto(home);
  for (const [point, remedy] of [
    ['Secure connection', /came over plain http.*Open it by an https address/],
    ['Offline mode active', /Reload this page once/],
    ['Photos safe in this browser', /Install the app on the home screen/],
    ['Screen stays awake', /never sleep in the tablet’s own settings/],
  ] as const) {
    const line = plain.getByRole('listitem').filter({ hasText: `${point}: no` });
    await expect(line).toBeVisible();
    await expect(line).toContainText(remedy);
  }
  await plain.close();
}
