import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** In the dark scheme the same elements have other colours, so that only these rules can find anything else there. */
const RULES_ON_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's findings on the present page, by all of its rules or by these. `@axe-core/playwright` is not used: it looks
 * into frames, of which there are none, and takes three times as long.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  // axe then makes no lists of the rules that found nothing.
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  return page.evaluate(async (asked) => {
    if (!window.axe) throw new Error('axe is not on the page');
    // A button that has just been pressed has colours between two that were chosen.
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing from out there
    const changing = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished));
    const { violations } = await window.axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

/** Expects that axe finds nothing on the present page, in light as in dark. `what` names the screen in a failure. */
export async function expectAccessible(
  page: Page,
  what: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await axeFindings(page, colorScheme === 'dark' ? RULES_ON_COLOURS : undefined);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
