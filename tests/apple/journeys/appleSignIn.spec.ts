import type { Page } from '@playwright/test';
import { AppleKeyServer, CLIENT_ID } from '../support/appleKeyServer.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, test as base } from '#support/browser/e2e.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';

interface Fixtures {
  /** In production, with a key server of our own in Apple's place. */
  apple: { keys: AppleKeyServer; origin: string };
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  apple: async ({}, provide) => {
    const keys = await AppleKeyServer.start();
    const env = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      APPLE_CLIENT_ID: CLIENT_ID,
      APPLE_JWKS_URL: keys.url,
      APPLE_REDIRECT_URI: 'https://photos.example.org/',
      ADMIN_EMAILS: 'ada@example.org',
    };
    const server = await new ServerProcess({ env }).start();
    await provide({ keys, origin: server.origin.replace('127.0.0.1', 'localhost') });
    await server.dispose();
    await keys.close();
  },
});

interface Init {
  clientId: string;
  scope: string;
  redirectURI: string;
  state: string;
  nonce: string;
  usePopup: boolean;
}

/** Apple's script as its documentation describes it, with `answer` for what happens in the popup. */
async function standInForApple(page: Page, answer: (init: Init) => Promise<{ ok?: unknown; error?: string }>) {
  await page.exposeFunction('popupAnswer', answer);
  const script = `
    let settings;
    window.AppleID = { auth: {
      init: (given) => { settings = given; },
      signIn: async () => {
        const { ok, error } = await window.popupAnswer(settings);
        if (error) throw { error };
        return ok;
      },
    } };`;
  await page.route('https://appleid.cdn-apple.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

test('Apple’s popup: closed is no error, a foreign state is one, and a good answer signs in', async ({
  page,
  apple,
}) => {
  const inits: Init[] = [];
  const answers: ((init: Init) => Promise<{ ok?: unknown; error?: string }>)[] = [
    async () => ({ error: 'popup_closed_by_user' }),
    async ({ nonce }) => ({
      ok: { authorization: { code: 'c', id_token: await apple.keys.token({ nonce }), state: 'x' } },
    }),
    async () => ({ error: 'invalid_request' }),
    async ({ nonce, state }) => ({
      ok: {
        authorization: { code: 'c', id_token: await apple.keys.token({ nonce }), state },
        user: { email: 'somebody@else.example', name: { firstName: 'Ada', lastName: 'Lovelace' } },
      },
    }),
  ];
  await standInForApple(page, async (init) => {
    inits.push(init);
    return (await answers[inits.length - 1]?.(init)) ?? { error: 'too many popups' };
  });
  await page.goto(`${apple.origin}/?requestedUrl=/admin/users`);
  const button = page.getByRole('button', { name: 'Sign in with Apple' });
  await expect(page.getByRole('button')).toHaveText(['Sign in with Apple', 'Sign in with a passkey']);
  await expectAccessible(page, 'landing in production');

  await button.click();
  await expect(button).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Sorry, login failed. Please try again.');
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Sorry, login failed. Please try again.');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await button.click();
  await expect(page.getByText('Welcome, Ada (Sign Out)')).toBeVisible();
  await expect(page).toHaveURL(`${apple.origin}/admin/users`);
  // The token says who it is; what the browser says of the e-mail is not believed.
  await expect(page.getByRole('cell', { name: 'ada@example.org', exact: true })).toBeVisible();

  expect(inits).toHaveLength(4);
  expect(inits[0]).toMatchObject({ clientId: CLIENT_ID, scope: 'name email', usePopup: true });
  expect(inits[0]?.redirectURI).toMatch(/^https:\/\/photos\.example\.org\/?$/);
  expect(new Set(inits.map(({ nonce }) => nonce)).size).toBe(4);
  expect(new Set(inits.map(({ state }) => state)).size).toBe(4);
});
