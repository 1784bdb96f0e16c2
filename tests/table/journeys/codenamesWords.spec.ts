import type { Page } from '@playwright/test';
import { CodenamesPage, watchCamera } from '../support/codenamesPage.ts';
import { answerNextQuestion, PORTRAIT, test } from '../support/codenamesTest.ts';
import { BOARD_WORDS } from '#support/pictures/boardCamera.ts';
import { expect } from '#support/browser/e2e.ts';

test.use({ permissions: ['camera'] });

/** The words in the cells' names, in reading order. */
async function wordsIn(game: CodenamesPage): Promise<(string | undefined)[]> {
  const names = await game.cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  return names.map((name) => name.split(', ')[2]);
}

async function expectWordsRead(game: CodenamesPage): Promise<void> {
  await expect(game.status).toHaveText(/^\d+ of 25 words read/);
  const words = await wordsIn(game);
  const right = words.filter((word, index) => word?.replace('perhaps ', '') === BOARD_WORDS[index]);
  const wrongAndSure = words.filter(
    (word, index) => word && !word.startsWith('perhaps ') && word !== BOARD_WORDS[index],
  );
  expect(right.length, `read: ${words.join(' ')}`).toBeGreaterThanOrEqual(22);
  expect(wrongAndSure).toEqual([]);
}

/** The next page starts a worker anew, as on a phone that was switched off. */
async function stopServiceWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** The policy of a page that the service worker responds with. */
async function policyAt(page: Page, path: string): Promise<string> {
  const response = await page.goto(path);
  expect(response?.fromServiceWorker()).toBe(true);
  return (await response?.headerValue('Content-Security-Policy')) ?? '';
}

function compilesWebAssembly(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const nothing = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    return WebAssembly.compile(nothing).then(
      () => true,
      () => false,
    );
  });
}

test('the words are read, corrected, and read again with the server gone', async ({
  browser,
  page,
  context,
  ownServer,
}, testInfo) => {
  const fetched: string[] = [];
  context.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const game = new CodenamesPage(page);
  const problems: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  await page.setViewportSize(PORTRAIT);
  await watchCamera(page);
  await page.goto(`${ownServer.origin}/codenames`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await game.takePhoto();
  await expect(game.status).toHaveText(/^The board is found/);
  await game.usePhoto.click();
  const read = page.getByRole('button', { name: /^Read the words/ });
  await expect(read).toHaveText('Read the words (6 MB, once)');
  expect(
    fetched.filter((path) => path.startsWith('/reader/')),
    'nothing before the press',
  ).toEqual([]);
  await read.click();
  await expectWordsRead(game);
  await expect(read, 'its place is taken by the way to the list').toHaveCount(0);
  const lastWord = page.getByRole('region', { name: 'Words', exact: true }).getByRole('listitem').last();
  await expect(lastWord).not.toBeInViewport();
  await page.getByRole('button', { name: 'Words', exact: true }).click();
  await expect(lastWord).toBeInViewport();
  await game.look(testInfo, 'portrait-words');
  await game.expectAccessible();
  expect(problems).toEqual([]);

  await page.getByRole('searchbox', { name: 'Find a word' }).fill('anch');
  await page.getByRole('button', { name: 'Correct ANCHOR row 1, column 1' }).click();
  await page.getByRole('textbox', { name: 'Word' }).fill('anker');
  await page.getByRole('button', { name: 'Use this word' }).click();
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1, ANKER');
  await game.target('Red Target').click();
  await game.cell(1, 1).click();
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1, ANKER, red target');
  await page.getByRole('searchbox', { name: 'Find a word' }).fill('');
  await expect(page.getByRole('region', { name: 'Left for red' }).getByRole('listitem')).toHaveText(['ANKER']);

  await game.pressInMore('To another phone');
  const code = page.getByRole('img', { name: 'The board as a QR code' });
  await expect(code).toHaveAttribute('data-text', /\/codenames#game=/);
  await game.look(testInfo, 'portrait-code');
  const address = (await code.getAttribute('data-text')) ?? '';
  expect(address.length).toBeLessThanOrEqual(400);
  const otherPhone = await browser.newContext();
  const otherPage = await otherPhone.newPage();
  await otherPage.goto(address);
  await expect(new CodenamesPage(otherPage).cell(1, 1)).toHaveAccessibleName('row 1, column 1, ANKER, red target');
  expect(otherPage.url(), 'a reload goes on from here').toBe(`${ownServer.origin}/codenames`);
  await otherPage.screenshot({ path: testInfo.outputPath('other-phone.png') });
  await otherPhone.close();
  await page.getByRole('button', { name: 'Close' }).click();

  await ownServer.stop();
  await stopServiceWorkers(page);
  expect(await policyAt(page, `${ownServer.origin}/`)).not.toContain('wasm');
  expect(await compilesWebAssembly(page)).toBe(false);
  await stopServiceWorkers(page);
  expect(await policyAt(page, `${ownServer.origin}/codenames`)).toContain("'wasm-unsafe-eval'");
  expect(await compilesWebAssembly(page)).toBe(true);
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1, ANKER, red target');
  const agreed = answerNextQuestion(page, true);
  await game.startOver.click();
  await agreed;
  await game.takePhoto();
  await expect(game.status).toHaveText(/^The board is found/);
  await game.usePhoto.click();
  await page.getByRole('button', { name: 'Read the words', exact: true }).click();
  await expectWordsRead(game);
});
