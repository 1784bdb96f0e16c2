import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { coverCrop } from '#domain/framing.ts';
import { boardPicture, cardOfColour, pictureDifference } from '#support/pictures/boardCamera.ts';
import { CodenamesPage } from '../support/codenamesPage.ts';
import { answerNextQuestion, FILM, PORTRAIT, test } from '../support/codenamesTest.ts';
import { recordsWritten } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';

const LANDSCAPE = { width: 844, height: 390 };

test.use({ permissions: ['camera'] });

async function expectRightCards(game: CodenamesPage): Promise<void> {
  const colours = await game.cellColours();
  const seen = [...colours].map(([key, colour]) => `${key} shows ${cardOfColour(colour)}`);
  expect(seen).toEqual([...colours.keys()].map((key) => `${key} shows ${key}`));
}

test('what was framed is what is marked, upright and on its side', async ({ game, page }, testInfo) => {
  // Without the code that finds the board, the grid stays where it was.
  await page.context().route('**/lookWorker*', (route) => route.abort());
  for (const shape of [PORTRAIT, LANDSCAPE]) {
    await page.setViewportSize(shape);
    await expect(game.take).toBeEnabled();
    const finder = await page.locator('video').boundingBox();
    if (!finder) throw new Error('There is no viewfinder');
    const framed = await game.gridOnCamera();
    await game.takePhoto();

    const bytes = await game.photoBytes();
    const { format, width, height } = await sharp(bytes).metadata();
    expect(format).toBe('jpeg');
    const crop = coverCrop(FILM, finder);
    const expected = await boardPicture(FILM)
      .extract({
        left: Math.round(crop.x),
        top: Math.round(crop.y),
        width: Math.floor(crop.width),
        height: Math.floor(crop.height),
      })
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer();
    const upsideDown = await sharp(expected).rotate(180).toBuffer();
    expect(await pictureDifference(bytes, expected), 'the photo is the framed part of the picture').toBeLessThan(10);
    expect(await pictureDifference(bytes, upsideDown), 'the comparison can fail').toBeGreaterThan(20);

    await game.usePhoto.click();
    for (const turned of [shape, { width: shape.height, height: shape.width }]) {
      await page.setViewportSize(turned);
      await expect(game.cells).toHaveCount(25);
      const marked = await game.gridOnPhoto();
      for (const [index, edge] of marked.entries()) expect(edge).toBeCloseTo(framed[index] ?? 9, 2);
      if (shape === PORTRAIT) await expectRightCards(game);
    }
    await page.setViewportSize(shape);
    await game.target('Assassin').click();
    await game.cell(3, 3).click();
    await game.look(testInfo, `${shape.width}x${shape.height}-marked`);
    await game.expectThumbSized();
    await game.expectAccessible();
    const agreed = answerNextQuestion(page, true);
    await game.startOver.click();
    await agreed;
  }
});

test("a slanted board gets its cells by dragging the grid's corners, by mouse and by key", async ({
  game,
  page,
  browser,
  server,
}, testInfo) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await game.takePhoto();
  await expect(game.status).toHaveText(/^The board is found/);
  const corner = page.getByRole('button', { name: /^Top left corner/ });
  const box = await game.photo.boundingBox();
  const before = await corner.boundingBox();
  if (!box || !before) throw new Error('There is no corner on the photo');
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await page.mouse.move(middle.x + 5, middle.y + 5);
  await page.mouse.down();
  await page.mouse.move(middle.x + 100, middle.y + 90, { steps: 5 });
  await page.mouse.move(middle.x + 105, middle.y + 65);
  await game.look(testInfo, 'dragging-a-corner');
  await page.mouse.up();
  await page.mouse.move(middle.x + 300, middle.y + 300);
  const dragged = await corner.boundingBox();
  expect((dragged?.x ?? 0) - before.x, 'it follows the finger without a jump').toBeCloseTo(100, 0);
  expect((dragged?.y ?? 0) - before.y).toBeCloseTo(60, 0);

  await corner.press('ArrowLeft');
  await corner.press('Shift+ArrowDown');
  const stepped = await corner.boundingBox();
  expect((dragged?.x ?? 0) - (stepped?.x ?? 0)).toBeCloseTo(box.width * 0.005, 0);
  expect((stepped?.y ?? 0) - (dragged?.y ?? 0)).toBeCloseTo(box.height * 0.05, 0);

  const place = {
    x: ((stepped?.x ?? 0) + before.width / 2 - box.x) / box.width,
    y: ((stepped?.y ?? 0) + before.height / 2 - box.y) / box.height,
  };
  await game.usePhoto.click();
  const [left, top] = await page.evaluate(() => {
    const photo = document.querySelector('img[alt="The board"]')!.getBoundingClientRect();
    const first = document.querySelector('[data-cell="0-0"]')!.getBoundingClientRect();
    const below = document.querySelector('[data-cell="4-0"]')!.getBoundingClientRect();
    return [(below.left - photo.left) / photo.width, (first.top - photo.top) / photo.height, first.left];
  });
  expect(left, 'the lower left corner stayed').toBeLessThan(place.x - 0.05);
  expect(top, 'the first cell begins no lower than its corner').toBeLessThanOrEqual(place.y + 0.01);

  // Beside the slanted edge the cell is neither seen nor hit.
  await game.target('Neutral').click();
  const first = await game.cell(1, 1).boundingBox();
  if (!first) throw new Error('There is no first cell');
  await page.mouse.click(first.x + 1, first.y + 1);
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1');
  await game.cell(1, 1).click();
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1, neutral');

  await game.adjustGrid();
  await expect(game.cells).toHaveCount(0);
  await page.getByRole('button', { name: /^Top left corner/ }).press('Shift+ArrowUp');
  await game.expectAccessible();
  const adjusted = await page.getByRole('button', { name: /^Top left corner/ }).boundingBox();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(game.cell(1, 1), 'marks stay through an alignment').toHaveAccessibleName('row 1, column 1, neutral');
  await recordsWritten(page);
  await page.reload();
  await game.adjustGrid();
  await expect
    .poll(async () => (await page.getByRole('button', { name: /^Top left corner/ }).boundingBox())?.y)
    .toBeCloseTo(adjusted?.y ?? -1, 0);

  // On a device of its own, which has no board.
  const device = await browser.newContext({ permissions: ['camera'] });
  const other = await device.newPage();
  await test.step('wide cards and the lamp', () => expectWideCards(other, server));
  await device.close();
});

/** A grid for wide cards, and the lamp where there is one. */
async function expectWideCards(page: Page, server: ServerProcess): Promise<void> {
  const game = new CodenamesPage(page);
  await page.goto(`${server.origin}/codenames`);
  const wide = page.getByRole('switch', { name: 'Wide cards' });
  const lamp = page.getByRole('switch', { name: 'Light' });
  const shapeOfGrid = async () => {
    const finder = await page.locator('video').boundingBox();
    const [left = 0, top = 0, right = 0, bottom = 0] = await game.gridOnCamera();
    return ((right - left) * (finder?.width ?? 0)) / ((bottom - top) * (finder?.height ?? 1));
  };
  await expect(game.take).toBeEnabled();
  await expect(lamp, 'this camera has none').toHaveCount(0);
  expect(await shapeOfGrid()).toBeCloseTo(1, 2);
  await wide.click();
  expect(await shapeOfGrid()).toBeCloseTo(1.5, 2);

  // No fake camera has a lamp: this one claims to.
  await page.addInitScript(() => {
    const lit: unknown[] = [];
    Object.assign(window, { lit });
    const capabilities: MediaTrackCapabilities & { torch: boolean } = { torch: true };
    MediaStreamTrack.prototype.getCapabilities = () => capabilities;
    MediaStreamTrack.prototype.applyConstraints = (wish) => {
      lit.push(wish);
      return Promise.resolve();
    };
  });
  await page.reload();
  await expect(wide, 'the choice stays on the device').toHaveAttribute('aria-checked', 'true');
  await lamp.click();
  await expect(lamp).toHaveAttribute('aria-checked', 'true');
  await lamp.click();
  await expect(lamp).toHaveAttribute('aria-checked', 'false');
  expect(await page.evaluate(() => Reflect.get(window, 'lit'))).toEqual([
    { advanced: [{ torch: true }] },
    { advanced: [{ torch: false }] },
  ]);
  await game.takePhoto();
}
