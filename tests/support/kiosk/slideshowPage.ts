import type { Page } from '@playwright/test';
import { expect } from '../browser/e2e.ts';

/** The stage names the photo on screen or on its way, and is what a tap on the photo hits. */
export function stage(page: Page) {
  return page.getByRole('button', { name: /^Photo \d+ of \d+\./ });
}

/** The photo that is on screen: its cross-fade is over, exactly one medium image is opaque, and the ring runs. */
export async function expectOnScreen(page: Page, number: number, count: number): Promise<void> {
  await expect(stage(page)).toHaveAccessibleName(new RegExp(`^Photo ${number} of ${count}\\.`));
  await expect(page.locator('dialog [data-running]')).toBeVisible();
  const opacities = () =>
    page
      .locator('dialog img[src*="/medium/"]')
      .evaluateAll((images) =>
        images
          .map((image) => `${image.hasAttribute('data-front') ? 'front' : 'back'} ${getComputedStyle(image).opacity}`)
          .sort(),
      );
  await expect.poll(async () => (await opacities()).join(', ')).toMatch(/^(back 0, )?front 1$/);
}

/** Shows the bar, which goes by itself after five seconds without a touch. */
export async function showBar(page: Page): Promise<void> {
  await expect(async () => {
    const name = await stage(page).getAttribute('aria-label', { timeout: 2_000 });
    if (name?.endsWith('Show the bar')) await page.locator('dialog').press(' ', { timeout: 2_000 });
    await expect(stage(page)).toHaveAccessibleName(/Hide the bar$/, { timeout: 2_000 });
  }).toPass();
}

/** Closes the slideshow by its button. */
export async function closeSlideshow(page: Page): Promise<void> {
  await expect(async () => {
    await showBar(page);
    await page.getByRole('button', { name: '✕ Close' }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

export function opaqueSource(page: Page): Promise<string> {
  return page
    .locator('dialog img[src*="/medium/"]')
    .evaluateAll(
      (images) => images.find((image) => getComputedStyle(image).opacity === '1')?.getAttribute('src') ?? '',
    );
}
