import { FILM, PORTRAIT, test } from '../../support/codenames/codenamesTest.ts';
import { boardPicture } from '../../support/pictures/boardCamera.ts';
import { expect } from '../../support/browser/e2e.ts';

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
