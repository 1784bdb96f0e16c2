import type { Page } from '@playwright/test';
import { answerNextQuestion, PORTRAIT, test } from '../support/codenamesTest.ts';
import type { CodenamesPage } from '../support/codenamesPage.ts';
import { expect } from '#support/browser/e2e.ts';

const QUESTION = 'Do you want to delete the photo and start over?';

test.use({ permissions: ['camera'] });

test('a whole game: photograph, retake, mark, reload, start over', async ({ game, page }, testInfo) => {
  await page.setViewportSize(PORTRAIT);
  await expect(page).toHaveTitle('Codenames');
  await expect(page.getByRole('heading', { name: 'Codenames' })).toBeVisible();
  await expect(page.locator('link[rel~=icon]')).toHaveAttribute('href', '/icons/codenames.svg');
  await expect(game.take).toBeEnabled();
  await game.look(testInfo, 'portrait-live');
  await game.expectThumbSized();
  await game.expectAccessible();

  await game.takePhoto();
  const first = await game.notes();
  expect(first.asked, 'asked once, rear-facing, ideally 1920 × 1080').toEqual([
    { audio: false, video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } } },
  ]);
  expect(first.liveTracks, 'live tracks after the photo').toBe(0);
  await game.look(testInfo, 'portrait-photo-taken');
  await game.expectThumbSized();
  await game.expectAccessible();

  await game.tryAgain.click();
  await game.takePhoto();
  await game.tryAgain.click();
  await game.takePhoto();
  expect((await game.notes()).asked, 'one request for each retake').toHaveLength(3);
  await test.step('retakes leave no camera, no canvas and no heap behind', () => expectNothingLeft(game, page));
  await game.usePhoto.click();

  await expect(game.targets).toHaveCount(6);
  await expect(game.targets).toHaveText([
    'Red Target',
    'Blue Target',
    'Assassin',
    'Red Found',
    'Blue Found',
    'Neutral',
  ]);
  await expect(game.cells).toHaveCount(25);
  await game.cell(2, 3).click();
  await expect(game.cell(2, 3), 'ignored while nothing is chosen').toHaveAccessibleName('row 2, column 3');

  await game.target('Red Target').click();
  await expect(game.target('Red Target')).toHaveAttribute('aria-pressed', 'true');
  await game.cell(2, 3).click();
  await expect(game.cell(2, 3)).toHaveAccessibleName('row 2, column 3, red target');
  await expect(game.status).toHaveText('Row 2, column 3: red target.');
  await game.target('Red Target').click();
  await expect(game.targets.and(page.locator('[aria-pressed=true]'))).toHaveCount(0);

  await game.look(testInfo, 'portrait-marked');
  await game.expectThumbSized();
  await game.expectAccessible();

  const photo = await game.photoBytes();
  const names = await game.cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  await page.reload();
  await expect(game.cells).toHaveCount(25);
  expect(await game.cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')))).toEqual(names);
  expect((await game.photoBytes()).equals(photo), 'the same photo after a reload').toBe(true);
  expect((await game.notes()).asked, 'no camera for a kept board').toEqual([]);

  const refused = answerNextQuestion(page, false);
  await game.startOver.click();
  expect(await refused).toBe(QUESTION);
  await expect(game.cell(2, 3)).toHaveAccessibleName('row 2, column 3, red target');

  const agreed = answerNextQuestion(page, true);
  await game.startOver.click();
  expect(await agreed).toBe(QUESTION);
  await expect(game.take).toBeEnabled();
  await expect(game.cells).toHaveCount(0);
  expect((await game.notes()).asked, 'the camera is started anew').toHaveLength(1);

  await game.useFirstPhoto();
  await expect(game.cell(2, 3), 'nothing is left of the old board').toHaveAccessibleName('row 2, column 3');
});

const RETAKES = 8;

async function expectNothingLeft(game: CodenamesPage, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  };
  // axe has drawn on canvases of its own.
  const { canvasPixels } = await game.notes();
  const before = await heap();
  for (let count = 0; count < RETAKES; count += 1) {
    await game.tryAgain.click();
    await game.takePhoto();
  }
  const grown = (await heap()) - before;
  // A single kept photo would be more than 200 kB each time.
  expect(grown / RETAKES / 1_000, 'kilobytes grown by a retake').toBeLessThan(100);
  expect(await game.notes()).toMatchObject({ liveTracks: 0, canvasPixels });
}

test('a device that keeps nothing says so, and what is left of a broken board is no board', async ({ game, page }) => {
  const warning = page.getByText('This device does not keep the board');
  await game.useFirstPhoto();
  await expect(warning).toHaveCount(0);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await game.target('Neutral').click();
  await game.cell(1, 1).click();
  await expect(warning).toBeVisible();
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1, neutral');

  await page.reload();
  await expect(game.cell(1, 1), 'as it was last kept').toHaveAccessibleName('row 1, column 1');
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('codenames');
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('board', 'readwrite');
          writing.objectStore('board').put({ corners: 'bent', marks: { '9-9': 'king' } }, 'grid');
          writing.addEventListener('complete', resolve);
        });
      }),
  );
  await page.reload();
  await expect(game.take).toBeEnabled();
});
