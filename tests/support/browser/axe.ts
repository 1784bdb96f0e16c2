import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** In the dark scheme the same elements have other colours, so that only these rules can find anything else there. */
const RULES_ON_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds nothing on the present page, in light as in dark. `what` names the screen in a failure. */
export async function expectAccessible(
  page: Page,
  what: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Without its legacy mode axe opens a page of its own for the findings of frames, which there are none of.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(RULES_ON_COLOURS) : axe).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
