import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { jpeg } from '#support/pictures/images.ts';
import { Operator } from '#support/server/operator.ts';

const photo = async (name: string, seed: number) => ({ name, bytes: new Uint8Array(await jpeg({ seed })) });

test('every admin screen: what it is called, how it is laid out, and that axe finds nothing @full', async ({
  page,
  server,
  api,
}) => {
  test.setTimeout(150_000);
  const album = await api.createAlbum('Looks', 'looks');
  await Promise.all(
    ['Left', 'Middle', 'Right', 'Below'].map((n) => api.createAlbum(n, `looks-${n.toLowerCase()}`, album.id)),
  );
  await api.upload(
    album.id,
    await Promise.all(Array.from({ length: 7 }, (_, seed) => photo(`look-${seed}.jpg`, seed))),
  );

  await page.goto(`${server.origin}/?error=${encodeURIComponent('<b>Not</b> a chance')}`);
  await expect(page.getByRole('alert')).toHaveText('!<b>Not</b> a chance');
  await expectAccessible(page, 'landing');
  await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
  await expect(page.getByRole('banner')).toContainText('Welcome, Admin (Sign Out)');
  await expectAccessible(page, 'admin home');

  await page.getByRole('link', { name: 'Circuit Tree' }).click();
  await expect(page.getByRole('button', { name: 'Brightness' })).toBeVisible();
  await expectAccessible(page, 'admin circuit tree');

  await page.getByRole('link', { name: '< Back to Admin' }).click();
  await page.getByRole('link', { name: 'Photos' }).click();
  // The start page, which stays until the next one is there, names the album below each of its last uploads.
  await expect(page.getByRole('heading', { name: 'Photo Management' })).toBeVisible();
  await page.getByRole('link', { name: 'Looks', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Looks' })).toBeVisible();
  const lefts = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  for (const [width, columns] of [
    [390, 3],
    [900, 3],
    [1024, 4],
    [1279, 4],
    [1280, 5],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => new Set(await lefts('section[aria-label^=Photos] img')).size, `${width} px`)
      .toBe(columns);
    if (width >= 900) expect(new Set(await lefts('li > a')).size, `albums at ${width} px`).toBe(3);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `sideways scrolling at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await expectAccessible(page, 'album');

  const opener = page.getByRole('link', { name: '+ Add Album' });
  await opener.click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessible(page, 'new album');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(`${server.origin}/admin/photos/looks`);
  // Back closes the dialog as well, and only the dialog.
  await opener.click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(`${server.origin}/admin/photos/looks`);

  await page.goto(`${server.origin}/admin/users`);
  await page
    .getByRole('row', { name: /dev-admin/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await expectAccessible(page, 'users');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page, 'users on a phone');

  for (const [link, heading] of [
    ['Audit Log', 'Audit Log'],
    ['My Devices', 'My Devices'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page, heading);
  }
});

test('Back closes a dialog and stays on its page; Forward and a reload leave nobody there', async ({
  page,
  server,
}) => {
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin`);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const opener = page.getByRole('button', { name: 'Invite…' });
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  const users = `${server.origin}/admin/users`;
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(users);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => 'dialogs' in window.history.state)).toBe(false);
  await expect(dialog).toBeHidden();

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(opener).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'dialogs' in window.history.state)).toBe(false);
  await expect(page).toHaveURL(users);
  await opener.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => 'dialogs' in window.history.state)).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL(`${server.origin}/admin`);
});

test('the users’ e-mail addresses are broken at the @ at most, and all buttons are in sight @full', async ({
  page,
  ownServer,
}) => {
  const operator = new Operator(ownServer.dataDir);
  operator.grant('grandmother.margarethe@example.org', 'photos:read');
  operator.grant('jo@example.org', 'photos:read');
  await signInPage(page, ownServer.origin);
  await page.goto(`${ownServer.origin}/admin/users`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    // Before and after the '@' stand in one line each.
    const lines = await page.locator('td[data-column=Email] span').evaluateAll((cells) =>
      cells.map((cell) =>
        Array.from(cell.childNodes, (part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getClientRects().length;
        }),
      ),
    );
    expect(lines, `${width} px`).toEqual([
      [1, 0, 1],
      [1, 0, 1],
      [1, 0, 1],
    ]);
    const edit = await page.getByRole('button', { name: 'Edit' }).first().boundingBox();
    for (const name of ['Save', 'Cancel']) {
      const button = await page.getByRole('button', { name }).boundingBox();
      const table = await page.getByRole('table').locator('..').boundingBox();
      expect(button!.x + button!.width, `${name} at ${width} px`).toBeLessThan(table!.x + table!.width);
      expect(button!.height, `${name} in one line`).toBe(edit!.height);
    }
  }
});

test('an album by keyboard alone, with the focus kept inside the dialog', async ({ page, server }) => {
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/photos`);
  await expect(page.getByRole('link', { name: '+ Add Album' })).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(':focus').textContent()) === '+ Add Album') break;
  }
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    // Past the last control the browser itself has the focus for a moment, never the page behind.
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(/DIALOG|BODY/);
    expect(
      await page.evaluate(() => document.activeElement?.closest('main') && !document.activeElement.closest('dialog')),
    ).toBeFalsy();
  }
  await page.getByLabel('Name').focus();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/admin/photos/by-keyboard`);
});

test('an album deleted underneath, and a server that stops and comes back @full', async ({ page, ownServer }) => {
  await signInPage(page, ownServer.origin);
  await page.goto(`${ownServer.origin}/admin/photos?dialog=new-album`);
  await page.getByLabel('Name').fill('Short life');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/admin/photos/short-life');
  const file = { name: 'late.jpg', mimeType: 'image/jpeg', buffer: await jpeg({ seed: 7 }) };
  const upload = page.getByRole('region', { name: 'Upload', exact: true });

  const database = new Sqlite(join(ownServer.dataDir, 'circuit-tree.sqlite'));
  database.pragma('foreign_keys = OFF');
  database.prepare("DELETE FROM albums WHERE slug = 'short-life'").run();
  database.close();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(upload.getByRole('alert')).toContainText(/album/i);

  await ownServer.stop('SIGKILL');
  await page.getByRole('link', { name: '< Back to Admin' }).click();
  await page.getByRole('link', { name: 'Photos' }).click();
  await expect(page.getByText('Failed to load albums')).toBeVisible();
  await ownServer.start();
  await expect(page.getByText('No albums found.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Failed to load albums')).toBeHidden();
});

test.describe('a screen whose code does not come', () => {
  // A worker that has claimed the page loads the code itself, past the routes of the test.
  test.use({
    serviceWorkers: 'block',
    expectedConsoleErrors: [/dynamically imported module|preload CSS|Unable to preload/],
  });

  test('says so, and comes back with the server @full', async ({ page, ownServer }) => {
    await page.goto(ownServer.origin);
    await page.getByRole('button', { name: 'Sign in dev admin user' }).waitFor();
    await page.route(/\/assets\/(?!index-)|\/health$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    await expect(page.getByText(/The page comes back as soon as/)).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
    await expect(page).toHaveURL(`${ownServer.origin}/admin`);
  });
});
