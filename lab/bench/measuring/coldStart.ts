import type { Tablet } from '#support/browser/tablet.ts';
import { quiet } from './slowVisitor.ts';

export interface Start {
  tablet: Tablet;
  link: string;
  /** The selector of the photo's image. */
  photo: string;
}

interface Paints {
  /** The first paint with anything in it. */
  firstMs: number;
  photoMs: number;
}

/** Runs in the page: notes when the browser has first painted a photo, counted from the navigation. */
function noteFirstPhoto(selector: string): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('element' in entry && entry.element instanceof Element && entry.element.matches(selector))) continue;
      document.documentElement.dataset.firstPhoto ??= String(entry.startTime);
    }
  });
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
}

/** A browser that starts from nothing, its worker too; milliseconds from the navigation. */
export async function coldStart({ tablet, link, photo }: Start, slowDown: number): Promise<Paints> {
  const page = await tablet.switchOn();
  await page.addInitScript(noteFirstPhoto, photo);
  if (slowDown > 1) {
    const session = await tablet.session(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  }
  await page.goto(link, { waitUntil: 'commit' });
  await quiet();
  const shown = await page.waitForFunction(() => document.documentElement.dataset.firstPhoto, undefined, {
    timeout: 60_000,
  });
  const photoMs = Number(await shown.jsonValue());
  const firstMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await tablet.switchOff();
  return { firstMs, photoMs };
}
