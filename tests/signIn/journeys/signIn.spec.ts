import { expect, test } from '#support/browser/e2e.ts';
import { Operator } from '#support/server/operator.ts';

test('a sign-in link signs in by a press, once, and leaves the address @full', async ({ page, ownServer }) => {
  const link = new Operator(ownServer.dataDir).signInLink('ada@example.org', ownServer.origin);
  await page.goto(link);
  await expect(page).toHaveURL(`${ownServer.origin}/`);
  const press = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(press).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await press.click();
  await expect(page.getByText('Welcome, ada (Sign Out)')).toBeVisible();
  await expect(page).toHaveURL(`${ownServer.origin}/admin`);
  await page.goto(link);
  await press.click();
  await expect(page.getByRole('alert')).toContainText('Sorry, login failed. Please try again.');
  await expect(page.getByRole('alert')).toContainText('used already or is too old: please ask for a new one');
});

test('a sign-in link leads to the page that was asked for, though it opens in another tab @full', async ({
  page,
  context,
  ownServer,
}) => {
  await page.goto(`${ownServer.origin}/admin/sessions`);
  await expect(page.getByRole('alert')).toContainText('You must be logged in');
  const other = await context.newPage();
  await other.goto(new Operator(ownServer.dataDir).signInLink('ada@example.org', ownServer.origin));
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL(`${ownServer.origin}/admin/sessions`);
});

test('signing in never leads away from the site, whatever the address asks for @full', async ({ page, server }) => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example/',
  ];
  for (const requestedUrl of [...hostile, 'javascript:document.title=1', '/%5Cevil.example']) {
    await page.goto(`${server.origin}/?requestedUrl=${encodeURIComponent(requestedUrl)}`);
    await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
    await expect(page.getByRole('heading', { name: 'Admin' }), requestedUrl).toBeVisible();
    expect(page.url(), requestedUrl).toBe(`${server.origin}/admin`);
  }
});
