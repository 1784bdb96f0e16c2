import type { Page } from '@playwright/test';
import { imagePath } from '#contract/paths.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';
import { expect } from '#support/browser/e2e.ts';
import { holdCode } from '#support/browser/pageState.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { test } from '#support/browser/offlineTest.ts';

// The drawing of index.html itself, before any file of the app's code has come. The clock's is in kioskClock.spec.ts.

test.use({ serviceWorkers: 'block' });

const frame = (page: Page) => page.locator('.first-frame');

for (const shape of [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  test(`the home stands before the app's code has run, and hands over without a jump: ${shape.width} × ${shape.height}${shape.width === 1024 ? '' : ' @full'}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize(shape);
    const letCodeRun = await holdCode(page);
    await page.goto(kioskUrl(server), { waitUntil: 'commit' });
    const parts = page.locator('.home-logo, .home-choice, .home-version');
    await expect(parts).toHaveCount(4);
    const boxes = () => parts.evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));
    const drawn = await boxes();
    const choices = (await page.locator('.home-choices').boundingBox())!;
    const picture = await page.screenshot({ clip: choices });
    const markup = () =>
      page.locator('.home').evaluate((home) => home.outerHTML.replace(/(class="home-notes">).*(<\/div><p)/s, '$1$2'));
    const drawnMarkup = await markup();
    expect(await page.locator('#root').innerHTML()).toBe('');
    // Buttons that do not work yet are out of reach for the keyboard and for assistive technology too.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await expect(page.getByRole('button')).toHaveCount(0);

    letCodeRun();
    await expect(page.getByText(/^This device|checks need attention/)).toBeVisible();
    await expect(frame(page)).toHaveCount(0);
    expect(await boxes()).toEqual(drawn);
    // Only in the frame the keyboard skips the buttons.
    const SKIPPED = ' tabindex="-1"';
    expect(drawnMarkup.split(SKIPPED).length - 1).toBe(drawnMarkup.split('<button').length - 1);
    expect(await markup()).toBe(drawnMarkup.replaceAll(SKIPPED, ''));
    expect((await page.screenshot({ clip: choices })).equals(picture)).toBe(true);
  });
}

test('no key of the keyboard reaches the home in the first frame of a browser without inert', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'inert'));
  await holdCode(page);
  await page.goto(kioskUrl(server), { waitUntil: 'commit' });
  await expect(frame(page).locator('.home-choice')).toHaveCount(2);
  expect(await frame(page).getAttribute('inert')).toBeNull();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

test('a slideshow begins with the photo it stood at, and never lets the screen go dark on the way', async ({
  page,
  server,
  library,
}) => {
  const { album, photos } = library;
  const second = server.origin + imagePath(photos[1]!, 'medium');
  await page.goto(kioskUrl(server, `/photos/${album.slug}`, '&slideshow=true'));
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => photoOnScreen(page)).toBe(second);

  const letCodeRun = await holdCode(page);
  await page.addInitScript(() => {
    const dark: string[] = [];
    Object.assign(window, { dark });
    let hasBegun = false;
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing from out there
    const isSeen = (image: HTMLImageElement) =>
      image.src.includes('/medium/') && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1';
    const look = () => {
      const dialog = document.querySelector('dialog');
      const covers = dialog !== null && getComputedStyle(dialog).backgroundColor !== 'rgba(0, 0, 0, 0)';
      const images = document.querySelectorAll<HTMLImageElement>(
        covers ? 'dialog img' : '.first-frame img, dialog img',
      );
      const isPhotoSeen = [...images].some(isSeen);
      hasBegun ||= isPhotoSeen;
      if (hasBegun && !isPhotoSeen) dark.push(document.body.innerText.slice(0, 100));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload({ waitUntil: 'commit' });
  const drawn = frame(page).locator('img');
  await expect(drawn).toHaveJSProperty('complete', true);
  expect(await drawn.getAttribute('src')).toBe(second);
  expect(await page.locator('#root').innerHTML()).toBe('');
  const { x, y, width, height } = (await drawn.boundingBox())!;

  letCodeRun();
  await expect.poll(() => photoOnScreen(page)).toBe(second);
  await expect(frame(page)).toHaveCount(0);
  const shown = page.locator('dialog img[data-front]');
  expect(await shown.boundingBox()).toEqual({ x, y, width, height });
  expect(await page.evaluate(() => Reflect.get(window, 'dark'))).toEqual([]);
});

test('a photo that is gone leaves no broken picture, and a tap looks behind it @full', async ({
  page,
  server,
  library,
}) => {
  const { album } = library;
  const record = { albumSlug: album.slug, filename: 'gone.jpg', imageUrl: `${server.origin}/photos/x/medium/gone.jpg` };
  await page.addInitScript(
    ([slug, position]) => localStorage.setItem(`slideshow-position:${slug}`, JSON.stringify(position)),
    [album.slug, record] as const,
  );
  const letCodeRun = await holdCode(page);
  await page.goto(kioskUrl(server, `/photos/${album.slug}`, '&slideshow=true'), { waitUntil: 'commit' });
  await expect(frame(page)).toHaveCount(0);
  letCodeRun();
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
});

test('all other screens, an album with albums in it too, begin with the logo @full', async ({
  page,
  server,
  library,
}) => {
  const letCodeRun = await holdCode(page);
  await page.goto(kioskUrl(server, `/photos/${library.album.slug}`), { waitUntil: 'commit' });
  await expect(frame(page).locator('.first-logo')).toBeVisible();
  letCodeRun();
  await expect(page.getByRole('heading', { name: library.album.name })).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await page.goto(`${server.origin}/circuit-tree`, { waitUntil: 'commit' });
  await expect(page.getByText('API key is required')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});

test("the page's icon comes after the first frame, and an empty one stands there meanwhile @full", async ({
  page,
  server,
}) => {
  const icons = () =>
    page.evaluate(() => Array.from(document.querySelectorAll('link[rel="icon"]'), (icon) => icon.getAttribute('href')));
  await page.goto(kioskUrl(server), { waitUntil: 'commit' });
  await expect.poll(icons).toEqual(['/icons/kiosk.svg']);
  const html = await (await page.request.get(`${server.origin}/circuit-tree`)).text();
  expect(html.replace(/<template.*<\/template>/, '')).toMatch(/<link rel="icon" href="data:,"/);
});
