import { addAuthenticator } from '#support/browser/authenticator.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { chooser, pictures } from '#support/browser/uploadPage.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';

test('from the printed link to a photo on a second screen, and back in by passkey to the page that was asked for', async ({
  page,
  tablet,
}) => {
  const server = await new ServerProcess({ env: { NODE_ENV: 'production', HOST: '127.0.0.1' } }).start();
  const link = /Set up +(\S+)/.exec(server.output.join(''))?.[1] ?? '';
  await addAuthenticator(page);

  await page.goto(link);
  await expect(page).toHaveURL(`${server.origin}/`);
  await expectAccessible(page, 'the owner’s name');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();

  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'You can come back with your passkey' })).toBeVisible();
  await expect(page.getByLabel('Name of your first album')).toHaveValue('Family');
  await chooser(page).setInputFiles(await pictures(2, 1));
  await expect(page.getByText('2 photos in “Family”.')).toBeVisible();
  await page.getByRole('button', { name: 'Later: A screen' }).click();
  await page.reload();
  await expect(page.getByText('2 photos in “Family”.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A screen (put off)' })).toBeVisible();
  await page.getByRole('button', { name: 'Do it now: A screen' }).click();
  await expectAccessible(page, 'the steps');

  // The second screen is touched once, before it has its letters.
  const wall = await tablet.switchOn(server.origin);
  await wall.getByRole('link', { name: 'Connect this screen' }).click();
  const letters = wall.getByRole('status', { name: 'Letters of this screen' });
  await expect(letters).toHaveText(/^[A-Z]{3} [A-Z]{3}$/);
  await page.getByLabel('The six letters on the screen').fill(await letters.innerText());
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(wall).toHaveURL(/\/circuit-tree\/photos\?slideshow=true/);
  const photo = wall.locator('img[src*="/photos/family/medium/"]').first();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await expect(page.getByRole('heading', { name: 'Your wall (done)' })).toBeVisible();
  await expect(page.getByText('On the wall now: Family')).toBeVisible();
  const onWall = await photo.getAttribute('src');
  await expect(page.locator(`img[src="${onWall}"]`), 'the set-up shows what the wall shows').toBeVisible();
  await expectAccessible(page, 'the wall at the end of the set-up');

  await page.getByRole('link', { name: 'My Devices' }).click();
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Chrome on');
  await page.getByRole('button', { name: '+ Make a Passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This device has a passkey for you already.');
  await expectAccessible(page, 'the passkeys');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.goto(`${server.origin}/admin/photos/family`);
  await expect(page.getByText(/No passkey on this device\?/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with Apple' })).toHaveCount(0);
  await expectAccessible(page, 'the landing page without Apple');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${server.origin}/admin/photos/family`);
  await expect(page.getByText('Welcome, Ada')).toBeVisible();

  await page.goto(`${server.origin}/`);
  await expect(page.getByRole('link', { name: 'Open admin' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This set-up link has been used already');
  await server.dispose();
});
