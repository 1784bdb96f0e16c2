import type { Page } from '@playwright/test';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';

// An address that is no page of the app, with the worker in between.

async function expectNothing(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  await expect(page.locator('.first-frame')).toHaveCount(0);
}

test("an address that is nothing shows the app's own page, from the server or without it, and a way home @full", async ({
  kiosk,
  road,
  server,
}) => {
  const key = `apiKey=${server.kioskKey}`;
  const addresses = ['/nowhere', '/admin/nowhere', '/100%', `/circuit-tree/clocks?${key}`];
  for (const address of addresses) {
    const response = await kiosk.goto(road.origin + address);
    expect([address, response?.status()]).toEqual([address, 404]);
    await expectNothing(kiosk);
  }
  await expectAccessible(kiosk, 'not found');
  // An address of the server stays the server's, though it looks like no page of the app.
  expect((await kiosk.goto(`${road.origin}/health`))?.status()).toBe(200);
  for (const weather of ['dead', 'bad gateway'] as const) {
    await road.turn(weather);
    for (const address of addresses) {
      await kiosk.goto(road.origin + address);
      await expectNothing(kiosk);
    }
  }
  await kiosk.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(kiosk.getByRole('button', { name: 'Photos' })).toBeVisible();
  expect(new URL(kiosk.url()).search).toBe(`?${key}`);
});
