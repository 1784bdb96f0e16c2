import sharp from 'sharp';
import { boardPicture, pictureDifference } from '#support/pictures/boardCamera.ts';
import { CodenamesPage, watchCamera } from '#support/codenames/codenamesPage.ts';
import { answerNextQuestion, PORTRAIT, test } from '#support/codenames/codenamesTest.ts';
import { expect } from '#support/browser/e2e.ts';
import { setPageSeen } from '#support/browser/pageState.ts';

test.use({ permissions: ['camera'] });

test('the camera rests while nobody looks, and when the screen is left', async ({ game, page, server }) => {
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

test('going back stops every track, also one that the camera hands out only then', async ({ page, server }) => {
  await watchCamera(page);
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
});

test('a camera that never answers does not hold the game up @full', async ({ page, server }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.goto(`${server.origin}/codenames`);
  await expect(page.getByRole('button', { name: 'Take Photo' })).toBeDisabled();
  await page.clock.runFor(7_000);
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
});

test('fifty retakes leave no camera, no canvas and no heap behind @full', async ({ game, page }) => {
  test.slow();
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  };
  await session.send('Performance.enable');
  const retake = async () => {
    await game.takePhoto();
    await game.tryAgain.click();
  };
  for (let count = 0; count < 5; count += 1) await retake();
  const before = await heap();
  for (let count = 0; count < 50; count += 1) await retake();
  const grown = (await heap()) - before;
  await game.takePhoto();
  const { asked, liveTracks, canvasPixels } = await game.notes();
  expect(asked).toHaveLength(56);
  expect(liveTracks).toBe(0);
  expect(canvasPixels).toBe(0);
  // A single kept photo would be more than 200 kB each time: 10 MB in all.
  expect(grown / 1e6, 'megabytes grown over 50 retakes').toBeLessThan(2);
});

/** The board photographed lying on its side by a camera that says so in its EXIF block. */
async function sidewaysPhoto(): Promise<Buffer> {
  const upright = await boardPicture({ width: 3000, height: 4000 }).png().toBuffer();
  return sharp(upright).rotate(-90).jpeg().withMetadata({ orientation: 6 }).toBuffer();
}

test.describe('a camera that says no', () => {
  // The second is of the test's own making: the trace recorder reads the chosen file's address, which the page may not.
  test.use({ permissions: [], expectedConsoleErrors: [/^Camera access denied|^Connecting to 'blob:/] });

  test('is only logged, and a chosen photo joins the same flow @full', async ({ page, server }, testInfo) => {
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
    const expected = await boardPicture({ width: 3000, height: 4000 }).resize(1440, 1920).png().toBuffer();
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

test('no camera at all, or a page on plain http @full', async ({ playwright, server }) => {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {};
  const port = new URL(server.origin).port;
  const browser = await playwright.chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...(args ?? []), '--host-resolver-rules=MAP table.example 127.0.0.1'],
  });
  try {
    for (const origin of [server.origin, `http://table.example:${port}`]) {
      const page = await browser.newPage({ permissions: origin === server.origin ? ['camera'] : [] });
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('Camera not available'));
      await page.goto(`${origin}/codenames`);
      expect((await logged).type()).toBe('error');
      await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
      await expect(page.getByText('https')).toHaveCount(origin === server.origin ? 0 : 1);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
