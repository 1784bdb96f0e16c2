import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { coverCrop } from '../../src/domain/codenamesGeometry.ts';
import { boardPicture, cardOfColour, writeBoardFilm } from '../support/boardCamera.ts';
import { CodenamesPage, watchCamera } from '../support/codenamesPage.ts';
import { expect, test as base } from '../support/e2e.ts';
import { setPageSeen } from '../support/pageSeen.ts';

const FILM = { width: 1920, height: 1080 };
const PORTRAIT = { width: 390, height: 844 };
const LANDSCAPE = { width: 844, height: 390 };
const QUESTION = 'Do you want to delete the photo and start over?';

interface Fixtures {
  game: CodenamesPage;
}

/** A browser whose camera films a table with a board on it. */
const test = base.extend<Fixtures, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'board-film-'));
      const film = join(folder, 'board.mjpeg');
      await writeBoardFilm(film, FILM);
      const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  game: async ({ page, server }, provide) => {
    await watchCamera(page);
    await page.goto(`${server.origin}/codenames`);
    await provide(new CodenamesPage(page));
  },
});

test.use({ permissions: ['camera'] });

/** Mean difference of two pictures per colour value, 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) return 255;
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

async function expectRightCards(game: CodenamesPage): Promise<void> {
  const colours = await game.cellColours();
  const seen = [...colours].map(([key, colour]) => `${key} shows ${cardOfColour(colour)}`);
  expect(seen).toEqual([...colours.keys()].map((key) => `${key} shows ${key}`));
}

async function answerNextQuestion(page: Page, accept: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void (accept ? dialog.accept() : dialog.dismiss());
    });
  });
}

test('a whole game: photograph, retake, mark, correct, reload, start over', async ({ game, page }, testInfo) => {
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
  await game.cell(2, 4).click();
  await game.target('Red Target').click();
  await expect(game.targets.and(page.locator('[aria-pressed=true]'))).toHaveCount(0);

  const others = ['Blue Target', 'Assassin', 'Red Found', 'Blue Found', 'Neutral'];
  for (const [index, name] of others.entries()) {
    await game.target(name).click();
    await game.cell(5, index + 1).click();
    await expect(game.cell(5, index + 1)).toHaveAccessibleName(`row 5, column ${index + 1}, ${name.toLowerCase()}`);
  }
  const score = page.getByRole('list', { name: 'Score' });
  await expect(score.getByRole('listitem')).toHaveText(['Red:2 left, 1 found', 'Blue:1 left, 1 found']);
  await game.look(testInfo, 'portrait-marked');
  await game.expectThumbSized();
  await game.expectAccessible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(game.cell(5, 5)).toHaveAccessibleName('row 5, column 5');
  await page.getByRole('switch', { name: 'Erase' }).click();
  await game.cell(2, 4).click();
  await expect(game.cell(2, 4)).toHaveAccessibleName('row 2, column 4');

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

test('what was framed is what is marked, upright and on its side', async ({ game, page }, testInfo) => {
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
    expect(await difference(bytes, expected), 'the photo is the framed part of the picture').toBeLessThan(10);
    expect(await difference(bytes, upsideDown), 'the comparison can fail').toBeGreaterThan(20);

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
}, testInfo) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await game.takePhoto();
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

  await page.getByRole('button', { name: 'Adjust grid' }).click();
  await expect(game.cells).toHaveCount(0);
  await page.getByRole('button', { name: /^Top left corner/ }).press('Shift+ArrowUp');
  await game.expectAccessible();
  const adjusted = await page.getByRole('button', { name: /^Top left corner/ }).boundingBox();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(game.cell(1, 1), 'marks stay through an alignment').toHaveAccessibleName('row 1, column 1, neutral');
  await page.reload();
  await page.getByRole('button', { name: 'Adjust grid' }).click();
  await expect
    .poll(async () => (await page.getByRole('button', { name: /^Top left corner/ }).boundingBox())?.y)
    .toBeCloseTo(adjusted?.y ?? -1, 0);
});

test('the choice clears after 30 seconds without a touch', async ({ page, server }) => {
  await page.clock.install();
  const game = new CodenamesPage(page);
  await page.goto(`${server.origin}/codenames`);
  await game.useFirstPhoto();
  const chosen = game.target('Blue Target');
  await chosen.click();
  await page.clock.runFor(29_000);
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await game.cell(1, 1).click();
  await page.clock.runFor(29_000);
  await expect(chosen, 'a tap counts as activity').toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(1_500);
  await expect(chosen).toHaveAttribute('aria-pressed', 'false');
  await expect(game.cell(1, 1)).toHaveAccessibleName('row 1, column 1, blue target');
  await game.cell(1, 2).click();
  await expect(game.cell(1, 2)).toHaveAccessibleName('row 1, column 2');
});

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

test('with the server gone it starts cold: the board is there, and the next one can be photographed', async ({
  page,
  context,
  ownServer,
}) => {
  const game = new CodenamesPage(page);
  await page.goto(`${ownServer.origin}/codenames`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await game.useFirstPhoto();
  await game.target('Blue Found').click();
  await game.cell(4, 2).click();
  await ownServer.stop();
  await page.close();

  const later = await context.newPage();
  await watchCamera(later);
  const again = new CodenamesPage(later);
  await later.goto(`${ownServer.origin}/codenames`);
  await expect(again.cell(4, 2)).toHaveAccessibleName('row 4, column 2, blue found');
  const agreed = answerNextQuestion(later, true);
  await again.startOver.click();
  await agreed;
  await again.useFirstPhoto();
  await again.photoBytes();
  await later.reload();
  await expect(again.cells).toHaveCount(25);
});

test('a camera that never answers does not hold the game up', async ({ page, server }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.goto(`${server.origin}/codenames`);
  await expect(page.getByRole('button', { name: 'Take Photo' })).toBeDisabled();
  await page.clock.runFor(7_000);
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
});

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

test('fifty retakes leave no camera, no canvas and no heap behind', async ({ game, page }) => {
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

test('a grid for wide cards, and the lamp where there is one', async ({ page, server }) => {
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
});

test('with the keyboard alone', async ({ game, page }) => {
  await expect(game.take).toBeEnabled();
  await game.take.press('Enter');
  await expect(game.usePhoto, 'the focus goes on to the next step').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(game.target('Red Target')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  await expect(game.cell(1, 1), 'the board is one stop').toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(game.cell(2, 2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(game.cell(2, 2)).toHaveAccessibleName('row 2, column 2, red target');
});

/** The board photographed lying on its side by a camera that says so in its EXIF block. */
async function sidewaysPhoto(): Promise<Buffer> {
  const upright = await boardPicture({ width: 3000, height: 4000 }).png().toBuffer();
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
    const expected = await boardPicture({ width: 3000, height: 4000 }).resize(1440, 1920).png().toBuffer();
    expect(await difference(bytes, expected), 'upright').toBeLessThan(6);
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

test('no camera at all, or a page on plain http', async ({ playwright, server }) => {
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
