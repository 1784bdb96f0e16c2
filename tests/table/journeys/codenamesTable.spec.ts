import type { Locator, Page } from '@playwright/test';
import { CodenamesPage } from '../support/codenamesPage.ts';
import { FILM, PORTRAIT, test } from '../support/codenamesTest.ts';
import { boardPicture } from '#support/pictures/boardCamera.ts';
import { expect } from '#support/browser/e2e.ts';

test.use({ permissions: ['camera'] });

const AGENTS = { BISHOP: '#c8442f', MARBLE: '#3a6ea8', YACHT: '#c8442f' };

test('a second photo marks what was covered since, and Undo takes it back', async ({ game, page }, testInfo) => {
  await page.setViewportSize(PORTRAIT);
  await game.takePhoto();
  await expect(game.status).toHaveText(/^The board is found/);
  await game.usePhoto.click();
  await game.target('Red Target').click();
  await game.cell(1, 2).click();
  await page.getByRole('button', { name: 'More' }).click();
  await game.look(testInfo, 'portrait-more');
  await game.expectAccessible();
  await page.getByRole('button', { name: 'Again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Again' });
  await dialog.getByRole('button', { name: 'Photograph the table again' }).click();
  await expect(dialog.getByText('No card was covered since.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Another photo' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Another photo' }).click();

  await expect(dialog.getByRole('button', { name: 'Choose a photo of the table again' })).toBeFocused();
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a photo of the table again' }).click();
  // From the other side of the table.
  const buffer = await boardPicture(FILM, AGENTS).rotate(180).jpeg().toBuffer();
  await (await choosing).setFiles({ name: 'later.jpg', mimeType: 'image/jpeg', buffer });
  await expect(dialog.getByRole('list', { name: 'Covered since' }).getByRole('listitem')).toHaveText([
    /row 1, column 2:\s+red found/,
    /row 3, column 3:\s+blue found/,
    /row 5, column 4:\s+red found/,
  ]);
  await game.look(testInfo, 'portrait-again');
  await game.expectAccessible();
  await dialog.getByRole('button', { name: 'Mark 3 cards' }).click();
  await expect(game.status).toHaveText('What was covered since is marked.');
  await expect(game.cell(1, 2)).toHaveAccessibleName('row 1, column 2, red found');
  await expect(game.cell(3, 3)).toHaveAccessibleName('row 3, column 3, blue found');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(game.cell(1, 2)).toHaveAccessibleName('row 1, column 2, red target');
  await expect(game.cell(3, 3)).toHaveAccessibleName('row 3, column 3');
});

/** The names of the cells that say more than their place. */
async function marked(game: CodenamesPage): Promise<string[]> {
  const names = await game.cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  return names.filter((name) => name.split(', ').length > 2);
}

const choices = (page: Page) => page.getByRole('combobox', { name: 'Game' });

/** Goes on by the Tab key until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('Duet: two keys, by the keyboard alone, from the photo to the last agent, with the server gone', async ({
  page,
  ownServer,
}, testInfo) => {
  test.slow();
  const game = new CodenamesPage(page);
  await page.setViewportSize(PORTRAIT);
  await page.goto(`${ownServer.origin}/codenames`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(game.take).toBeEnabled();
  await tabTo(page, choices(page));
  await page.keyboard.press('D');
  await expect(choices(page)).toHaveValue('duet');
  await pressOn(page, game.take);
  await expect(game.status).toHaveText(/^The board is found/);
  await tabTo(page, page.getByRole('button', { name: /^Top left corner/ }));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await pressOn(page, game.usePhoto);
  await expect(game.targets.filter({ hasText: /Green|Assassin|Neutral/ })).toHaveCount(4);

  await pressOn(page, game.target('Green Target'));
  await tabTo(page, game.cell(1, 1));
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  const sideB = page.getByRole('button', { name: 'Side B' });
  await pressOn(page, sideB);
  await expect(game.status).toHaveText('The key of side B shows.');
  expect(await marked(game)).toEqual([]);
  await tabTo(page, game.cell(1, 2));
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const keyB = ['row 1, column 2, green target', 'row 2, column 2, green target'];
  expect(await marked(game)).toEqual(keyB);

  await ownServer.stop();
  await page.reload();
  await expect(game.cells).toHaveCount(25);
  expect(await marked(game)).toEqual(keyB);
  await expect(sideB).toHaveAttribute('aria-pressed', 'true');
  await game.look(testInfo, 'duet-390');
  await game.expectThumbSized();
  await game.expectAccessible();
  await pressOn(page, page.getByRole('button', { name: 'Both keys' }));
  await expect(page.getByRole('dialog', { name: 'Both keys' }).getByRole('list')).toHaveCount(2);
  await game.look(testInfo, 'duet-keys-390');
  await page.keyboard.press('Escape');

  await pressOn(page, game.target('Green Found'));
  // After a reload the board's stop is its first cell again.
  await tabTo(page, game.cell(1, 1));
  for (const key of ['ArrowRight', 'Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const score = page.getByRole('list', { name: 'Score' }).getByRole('listitem');
  await expect(score).toHaveText(['Green:0 left, 2 found']);
  await page.setViewportSize({ width: 1024, height: 768 });
  await pressOn(page, page.getByRole('button', { name: 'Side A' }));
  await expect(score, 'found for both sides').toHaveText(['Green:1 left, 2 found']);
  await game.look(testInfo, 'duet-1024');
  await tabTo(page, game.cell(2, 2));
  for (const key of ['ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await expect(score).toHaveText(['Green:0 left, 3 found']);
});
