import { expect, signInPage, test } from '#support/browser/e2e.ts';

test('a dialog keeps the focus and works by keyboard; Back closes it alone, and Forward or a reload leave nobody there', async ({
  page,
  server,
}) => {
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
