import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { boardPicture, pictureDifference } from '#support/pictures/boardCamera.ts';
import { CodenamesPage, watchCamera } from '../support/codenamesPage.ts';
import { answerNextQuestion, PORTRAIT, test } from '../support/codenamesTest.ts';
import { expect } from '#support/browser/e2e.ts';
import { setPageSeen } from '#support/browser/pageState.ts';

test.use({ permissions: ['camera'] });

test('the camera rests while nobody looks, and leaving stops every track, also one that comes only then', async ({
  game,
  page,
  server,
}) => {
  await test.step('going back', () => expectNoTracks(page, server));

  await page.goto(`${server.origin}/codenames`);
  await expect(game.take).toBeEnabled();
  await setPageSeen(page, false);
  await expect.poll(async () => (await game.notes()).liveTracks).toBe(0);
  await expect(game.take).toBeDisabled();
  await setPageSeen(page, true);
  await expect(game.take).toBeEnabled();
  expect((await game.notes()).asked).toHaveLength(2);

  await game.useFirstPhoto();
  await setPageSeen(page, false);
  await setPageSeen(page, true);
  expect((await game.notes()).asked, 'a used photo needs no camera').toHaveLength(2);
  await page.goto(`${server.origin}/`);
  await expect(page).not.toHaveTitle('Codenames');
  await expect(page.locator('link[rel~=icon]')).not.toHaveAttribute('href', /codenames/);
});

/** Going back stops every track, also one that the camera hands out only then. */
async function expectNoTracks(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.origin}/`);
  await page.getByRole('button', { name: 'Sign in dev user' }).waitFor();
  // Through the router, so that the document and its notes live on.
  await page.evaluate(() => history.pushState(null, '', '/codenames'));
  const game = new CodenamesPage(page);
  await expect(game.take).toBeEnabled();
  expect(await game.notes()).toMatchObject({ opened: 1, liveTracks: 1 });
  await page.goBack();
  await expect(game.take).toHaveCount(0);
  await expect(page).not.toHaveTitle('Codenames');
  expect(await game.notes()).toMatchObject({ opened: 1, liveTracks: 0 });

  await page.goForward();
  await expect.poll(async () => (await game.notes()).asked.length).toBe(2);
  await page.goBack();
  await expect.poll(() => game.notes()).toMatchObject({ opened: 2, liveTracks: 0 });
}

/** More than the game keeps of a photo. */
const LARGE = { width: 1800, height: 2400 };

/** The board photographed lying on its side by a camera that says so in its EXIF block. */
async function sidewaysPhoto(): Promise<Buffer> {
  const upright = await boardPicture(LARGE).png({ compressionLevel: 0 }).toBuffer();
  return sharp(upright).rotate(-90).jpeg().withMetadata({ orientation: 6 }).toBuffer();
}

test.describe('a camera that says no', () => {
  // The second is of the test's own making: the trace recorder reads the chosen file's address, which the page may not.
  test.use({ permissions: [], expectedConsoleErrors: [/^Camera access denied|^Connecting to 'blob:/] });

  test('is only logged, and a chosen photo joins the same flow', async ({ page, server }, testInfo) => {
    await watchCamera(page);
    const logged = page.waitForEvent('console', (message) => message.type() === 'error');
    await page.goto(`${server.origin}/codenames`);
    expect((await logged).text()).toContain('Camera access denied');
    await page.setViewportSize(PORTRAIT);
    const game = new CodenamesPage(page);
    const choose = page.getByRole('button', { name: 'Choose a photo' });
    await expect(choose).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await game.look(testInfo, 'no-camera');
    await game.expectAccessible();

    const nothing = page.waitForEvent('filechooser');
    await choose.click();
    await (await nothing).setFiles({ name: 'rules.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await expect(page.getByRole('alert')).toContainText('rules.pdf');

    const chooser = page.waitForEvent('filechooser');
    await choose.click();
    await (await chooser).setFiles({ name: 'board.jpg', mimeType: 'image/jpeg', buffer: await sidewaysPhoto() });
    await expect(game.usePhoto).toBeVisible();
    const bytes = await game.photoBytes();
    const { format, width, height, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height, orientation }).toEqual({
      format: 'jpeg',
      width: 1440,
      height: 1920,
      orientation: undefined,
    });
    const expected = await boardPicture(LARGE).resize(1440, 1920).png().toBuffer();
    expect(await pictureDifference(bytes, expected), 'upright').toBeLessThan(6);
    await game.usePhoto.click();
    await expect(game.cells).toHaveCount(25);
    await page.reload();
    await expect(game.cells, 'a chosen photo is kept like a taken one').toHaveCount(25);

    const agreed = answerNextQuestion(page, true);
    await game.startOver.click();
    await agreed;
    await expect(choose).toBeVisible();
    await page.context().grantPermissions(['camera']);
    await page.getByRole('button', { name: 'Ask for the camera' }).click();
    await expect(game.take).toBeEnabled();
  });
});
