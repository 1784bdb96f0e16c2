import { drift } from '#domain/clock/clock.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { holdCode, setPageSeen } from '#support/browser/pageState.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';

test.use({ serviceWorkers: 'block' });

interface Shape {
  width: number;
  height: number;
  notch?: number;
}

const SHAPES: Shape[] = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

const NOTCHED: Shape[] = [
  { width: 390, height: 844, notch: 47 },
  { width: 402, height: 874, notch: 62 },
];
const LARGE: Shape[] = [
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
];

test('the clock tells the time, turns with the second, drifts with the minute, and hides its menu @full', async ({
  page,
  server,
}) => {
  await page.clock.install({ time: new Date('2026-02-28T23:59:00') });
  await page.goto(kioskUrl(server, '/clock'));
  const face = page.locator('#root .clock-face');
  const read = () =>
    face.evaluate((element) => (element instanceof HTMLElement ? element.innerText : '').replace(/\s+/g, ' ').trim());
  await expect(face).toBeVisible();
  await page.clock.pauseAt(new Date('2026-02-28T23:59:57'));
  expect(await read()).toBe('11:59 am pm Saturday 2026.2.28');
  await expect(face.locator('[aria-current=true]')).toHaveText('pm');
  const before = (await face.boundingBox())!;

  await page.clock.runFor(3_500);
  await expect.poll(read).toBe('12:00 am pm Sunday 2026.3.1');
  await expect(face.locator('[aria-current=true]')).toHaveText('am');
  const after = (await face.boundingBox())!;
  const moved = Math.hypot(after.x - before.x, after.y - before.y);
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThanOrEqual(8);
  await page.clock.resume();

  const bar = page.getByRole('banner');
  await expect(bar).toBeHidden();
  await page.mouse.click(500, 400);
  await expect(bar.getByRole('button', { name: '< Home' })).toBeVisible();
  await expectAccessible(page, 'the clock');
  await page.mouse.click(500, 400);
  await expect(bar).toBeHidden();
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: '< Home' }).focus();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show the menu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: '< Home' }).click();
  await expect(page.getByRole('button', { name: 'Clock' })).toBeVisible();
});

test('turns with each second, and is right at once when it is looked at again @full', async ({ page, server }) => {
  await page.clock.install({ time: new Date('2026-03-01T09:59:50') });
  await page.goto(kioskUrl(server, '/clock'));
  const second = page.locator('#root .clock-seconds i');
  await expect(second).toBeVisible();
  await page.clock.pauseAt(new Date('2026-03-01T10:00:00.500'));
  for (const past of [0, 1, 2, 3]) {
    const percent = String((past * 100) / 60).slice(0, 5);
    await expect(second).toHaveAttribute('style', new RegExp(`translateX\\(${percent}`));
    await page.clock.runFor(499);
    await expect(second).toHaveAttribute('style', new RegExp(`translateX\\(${percent}`));
    await page.clock.runFor(501);
  }
  await setPageSeen(page, false);
  await page.clock.setSystemTime(new Date('2026-03-02T17:05:00'));
  await setPageSeen(page, true);
  await expect(page.locator('#root .clock-text')).toHaveText('5:05');
  await expect(page.locator('#root .clock-date')).toHaveText('2026.3.2');
});

test('fills any screen and stays on it, and the menu leaves the time alone @full', async ({ page, server }) => {
  // Four numerals wide, and as near to the menu as the drift brings it.
  let moment = Date.parse('2026-11-21T12:30:00');
  while (drift(moment).yPx > -7) moment += 60_000;
  await page.clock.setFixedTime(moment);
  await page.goto(kioskUrl(server, '/clock'));
  await page.getByRole('button', { name: 'Show the menu' }).click();
  const boxOf = async (part: string) => (await page.locator(`#root ${part}`).boundingBox())!;
  const device = await page.context().newCDPSession(page);
  for (const { width, height, notch = 0 } of [...SHAPES, ...NOTCHED, ...LARGE]) {
    await page.setViewportSize({ width, height });
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: notch, bottom: notch && 34 } });
    const [bar, time, day] = [await boxOf('header'), await boxOf('.clock-time'), await boxOf('.clock-day')];
    expect(
      bar.height - time.y,
      `${width} × ${height}, notch ${notch}: the time begins below the menu`,
    ).toBeLessThanOrEqual(0);
    expect(height - day.y - day.height, `${width} × ${height}: room below the date`).toBeGreaterThan(20);
    for (const { x, width: taken } of [time, day]) {
      expect(Math.min(x, width - x - taken), `${width} × ${height}: room beside it`).toBeGreaterThan(12);
    }
    expect(Math.max(time.width / width, (day.y + day.height - time.y) / height), 'large').toBeGreaterThan(0.6);
  }
});

for (const shape of SHAPES) {
  test(`the clock's first frame stands before the app's code has run, and hands over without a jump: ${shape.width} × ${shape.height}${shape === SHAPES[0] ? '' : ' @full'}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize(shape);
    await page.clock.install({ time: new Date('2026-11-21T13:07:30') });
    await page.clock.pauseAt(new Date('2026-11-21T13:07:31.500'));
    const letCodeRun = await holdCode(page);
    await page.goto(kioskUrl(server, '/clock'), { waitUntil: 'commit' });
    const face = page.locator('.clock-face');
    await expect(face).toBeVisible();
    const look = () =>
      face.evaluate((element) => ({ html: element.outerHTML, box: JSON.stringify(element.getBoundingClientRect()) }));
    const firstFrame = await look();
    const picture = await page.screenshot();
    expect(firstFrame.html).toContain('1:07');
    expect(await page.locator('#root').innerHTML()).toBe('');

    letCodeRun();
    // The app is asked for once the frame is on the screen, and this page's time stands still.
    await page.clock.runFor(100);
    await expect(page.locator('#root .clock-face')).toBeVisible();
    await expect(face).toHaveCount(1);
    expect(await look()).toEqual(firstFrame);
    expect((await page.screenshot()).equals(picture)).toBe(true);
  });
}
