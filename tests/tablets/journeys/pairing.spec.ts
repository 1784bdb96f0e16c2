import type { Page } from '@playwright/test';
import { MESSAGES } from '#domain/messages.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { acceptScreen, removeTablet } from '#support/kiosk/acceptScreen.ts';

const shown = (page: Page) => page.getByRole('status', { name: 'Letters of this screen' });

async function letters(page: Page): Promise<string> {
  await expect(shown(page)).toHaveText(/^[A-Z]{3} [A-Z]{3}$/);
  return typedCode(await shown(page).innerText());
}

const expectWall = (page: Page) => expect(page.getByRole('button', { name: 'Clock' })).toBeVisible();

test('a screen becomes a tablet within 30 s of opening the page, and Back of the letters leads back', async ({
  tablet,
  server,
}) => {
  const openedAt = performance.now();
  const page = await tablet.switchOn(server.origin);
  await page.getByRole('link', { name: 'Connect this screen' }).focus();
  await page.keyboard.press('Enter');
  const code = await letters(page);
  const lettersAfterMs = performance.now() - openedAt;
  await acceptScreen(server, code);
  await expectWall(page);
  const seconds = (performance.now() - openedAt) / 1_000;
  console.log(`letters after ${(lettersAfterMs / 1_000).toFixed(1)} s, the wall after ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(30);
  expect(new URL(page.url()).pathname).toBe('/circuit-tree');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Connect this screen' })).toBeVisible();
});

test('a server that goes in the middle is waited for, with the same letters, over a reload too @full', async ({
  page,
  road,
  server,
}) => {
  await page.goto(`${road.origin}/?connect=new`);
  const code = await letters(page);
  await controlled(page);
  await road.turn('dead');
  await expect(page.getByText(/^The server is out of reach/)).toBeVisible();
  expect(await letters(page)).toBe(code);
  await page.reload();
  expect(await letters(page)).toBe(code);
  await road.turn('fine');
  await acceptScreen(server, code);
  await expectWall(page);
});

test('a tablet whose key is revoked shows letters at once, and is a tablet again when they are typed @full', async ({
  tablet,
  server,
}) => {
  const page = await tablet.switchOn(`${server.origin}/?connect=new`);
  const { id } = await acceptScreen(server, await letters(page));
  await expectWall(page);
  await controlled(page);
  await removeTablet(server, id);
  const revokedUrl = page.url();
  await page.getByRole('button', { name: 'Photos' }).click();
  const code = await letters(page);
  // The launcher of a tablet opens the address that it has always opened.
  await page.goto(revokedUrl);
  await expect(page.getByText(MESSAGES.apiKeyInvalid)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This screen was disconnected' })).toBeVisible();
  expect(await letters(page)).toBe(code);
  await acceptScreen(server, code);
  await expectWall(page);
  expect(page.url()).not.toBe(revokedUrl);
});

test('the letters are there for everyone, on a phone too @full', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.origin}/?connect=again&error=${encodeURIComponent(MESSAGES.apiKeyInvalid)}`);
  await letters(page);
  await expect(page.locator('svg[data-text] path')).toBeVisible();
  await expectAccessible(page, 'the letters');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
});
