import { addAuthenticator } from '#support/browser/authenticator.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { freePort } from '#scripts/run/freePort.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';

// The worker’s script would be fetched past the browser’s leave for a certificate that it does not know.
test.use({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });

test('at the bare address the owner goes on under the name of the server, and makes a passkey there', async ({
  page,
}) => {
  const [port, httpPort] = [await freePort(), await freePort()];
  const [byAddress, byName] = [`https://127.0.0.1:${port}`, `https://photos.localhost:${port}`];
  const env = { HTTPS: 'home', HOST: '127.0.0.1', HTTP_PORT: String(httpPort), PUBLIC_URL: byName, NODE_ENV: '' };
  const server = await new ServerProcess({ port, env }).start();
  const [, setUp = ''] = /Set up +\S+(#set-up=\S+)/.exec(server.output.join('')) ?? [];
  await addAuthenticator(page);

  // An address typed without its scheme leads to the page where devices learn to trust the house.
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page).toHaveURL(`http://127.0.0.1:${httpPort}/`);

  await page.goto(`${byAddress}/${setUp}`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Begin' }).click();
  const goOn = page.getByRole('button', { name: `Go on at ${byName}` });
  await expect(goOn).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a passkey' })).toBeHidden();
  await expectAccessible(page, 'the set-up at a bare address');

  // A device that finds no names of the home is told so, and stays signed in.
  await page.route(`${byName}/health`, (route) => route.abort());
  await goOn.click();
  await expect(page.getByRole('alert')).toContainText('This device does not find photos.localhost');
  await page.unroute(`${byName}/health`);
  await page.getByRole('link', { name: 'My Devices' }).click();
  await expect(page.getByRole('heading', { name: 'My Devices' })).toBeVisible();

  await goOn.click();
  await expect(page).toHaveURL(`${byName}/admin/sessions`);
  await expect(goOn).toBeHidden();
  const devices = page.getByRole('list', { name: 'Devices' });
  await expect(devices.getByRole('listitem'), 'the session at the address has ended').toHaveCount(1);
  await page.goto(`${byName}/admin/setup`);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'You can come back with your passkey' })).toBeVisible();
  await server.dispose();
});
