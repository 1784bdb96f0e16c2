import type { Page } from '@playwright/test';
import { createDemoNodeKey, seedDemoNodes, startDemoNodes } from '#scripts/demo/demoNodes.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';

/** Counts what a refresh may not do to the rows: make them anew. */
async function watchRows(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const state = { made: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) state.made += addedNodes.length;
    }).observe(document.querySelector('tbody')!, { childList: true });
    return state;
  });
  return () => watch.evaluate(({ made }) => made);
}

test('health: a table that refreshes, survives a restart of the server, and says when it is old @full', async ({
  page,
  ownServer,
}) => {
  await ownServer.stop();
  await seedDemoNodes(ownServer.dataDir);
  await ownServer.start();
  const key = await createDemoNodeKey(ownServer.dataDir);
  const stopNodes = startDemoNodes({ origin: ownServer.origin, key });
  await signInPage(page, ownServer.origin);
  await page.goto(`${ownServer.origin}/admin/circuit-tree`);
  await page.getByRole('link', { name: 'Health' }).click();

  const table = page.getByRole('table');
  await expect(page.getByRole('heading', { name: 'Node Health' })).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([/^Node ID/, /^Last Heartbeat/, /^Status/]);
  await expect(table.getByRole('row')).toHaveCount(14);
  await expect(table.getByRole('row', { name: 'spare-node' }).getByRole('cell')).toHaveText([
    'spare-node',
    'Never',
    'Never',
  ]);
  await expect(table.getByRole('row', { name: 'pond-pump' }).getByRole('cell').nth(2)).toHaveText('> 1 day ago');
  await expect(table.getByRole('row', { name: 'hall-lamp' }).getByRole('cell').nth(2)).toHaveText(/^\d seconds? ago$/);
  await expect(page.getByText(/of 13 nodes are late/)).toBeVisible();
  await expectAccessible(page, 'Node Health');

  const rowsMade = await watchRows(page);
  await page.waitForTimeout(3_000);
  expect(await rowsMade(), 'rows made anew by refreshes').toBe(0);

  await page.getByRole('button', { name: 'Status' }).click();
  await page.keyboard.press('Enter');
  await expect(table.getByRole('cell').first()).toHaveText('spare-node');

  await ownServer.stop('SIGKILL');
  await expect(page.getByText(/The server has not answered since/)).toBeVisible();
  await expect(page.getByText(/nodes are late/)).toBeHidden();
  await expect(table.getByRole('row', { name: 'hall-lamp' }).getByRole('cell').nth(2)).toHaveText(
    /^([4-9]|\d\d) seconds ago$/,
  );
  await expectAccessible(page, 'Node Health without its server');
  await ownServer.start();
  await expect(page.getByText(/of 13 nodes are late/)).toBeVisible({ timeout: 20_000 });
  await expect(table.getByRole('row', { name: 'hall-lamp' }).getByRole('cell').nth(2)).toHaveText(/^\d seconds? ago$/, {
    timeout: 20_000,
  });

  await page.getByRole('link', { name: '< Back to Circuit Tree' }).click();
  await expect(page).toHaveURL(`${ownServer.origin}/admin/circuit-tree`);
  stopNodes();
});

test('socket test: key in the address, brightness by polling first, then websocket @full', async ({
  page,
  ownServer,
}) => {
  const stopNodes = startDemoNodes({ origin: ownServer.origin, key: await createDemoNodeKey(ownServer.dataDir) });
  const transports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/socket.io/')) transports.push('polling');
  });
  page.on('websocket', (socket) => {
    if (socket.url().includes('/socket.io/')) transports.push('websocket');
  });

  await page.goto(`${ownServer.origin}/test/nodes-socket`);
  await page.getByLabel('API key').fill(ownServer.kioskKey);
  await expect(page).toHaveURL(`${ownServer.origin}/test/nodes-socket?apiKey=${ownServer.kioskKey}`);
  await page.getByRole('button', { name: 'Connect to Prod' }).click();
  await expect(page.getByText('connected', { exact: true })).toBeVisible();
  await expect.poll(() => transports).toContain('websocket');
  expect(transports[0]).toBe('polling');

  await expect(page.getByLabel('Node ID')).toHaveValue('test-node-1');
  await page.getByLabel('Node ID').fill('hall-lamp');
  await page.getByRole('button', { name: 'Get Brightness' }).click();
  await expect(page.getByRole('log').getByRole('listitem')).toHaveText([/"brightness":\d+/]);
  await expectAccessible(page, 'socket test');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('disconnected', { exact: true })).toBeVisible();
  await expect(page.getByRole('log')).toHaveCount(0);
  stopNodes();
});
