import type { Page } from '@playwright/test';
import type { Photo } from '#contract/photos/schemas.ts';
import { imagePath } from '#contract/paths.ts';

/** The first photo of a cold start may come late on a busy machine. */
const PHOTO_DEADLINE_MS = 30_000;

/** The address of the photo that is seen, whole, in the slideshow; empty while there is none. */
export function photoOnScreen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
    const shown = images.filter((image) => image.src.includes('/medium/') && getComputedStyle(image).opacity === '1');
    return shown.some((image) => image.complete && image.naturalWidth > 0) ? (shown[0]?.src ?? '') : '';
  });
}

interface Cycle {
  /** Addresses of the photos that were seen, in order. */
  seen: string[];
  /** The images on the page that failed to load. */
  broken: string[];
}

/** Once around the album, as quickly as its photos come; measured in the page, where nothing gets lost between looks. */
export function wholeCycle(page: Page, count: number): Promise<Cycle> {
  return page.evaluate(
    async ({ count: steps, deadlineMs }) => {
      const seen: string[] = [];
      const broken: string[] = [];
      const onScreen = () => {
        const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
        const medium = images.filter(({ src }) => src.includes('/medium/') && !seen.includes(src));
        return medium.find((image) => getComputedStyle(image).opacity === '1' && image.naturalWidth > 0)?.src;
      };
      const note = ({ target }: Event) => {
        if (target instanceof HTMLImageElement) broken.push(target.src);
      };
      document.addEventListener('error', note, true);
      for (let step = 0; step < steps; step += 1) {
        const until = performance.now() + deadlineMs;
        while (onScreen() === undefined && performance.now() < until) await new Promise(requestAnimationFrame);
        const photo = onScreen();
        if (photo === undefined) break;
        seen.push(photo);
        broken.push(
          ...[...document.images]
            .filter((image) => image.src !== '' && image.complete && image.naturalWidth === 0)
            .map(({ src }) => src),
        );
        const key = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
        document.querySelector('dialog')?.dispatchEvent(key);
      }
      document.removeEventListener('error', note, true);
      return { seen, broken };
    },
    { count, deadlineMs: PHOTO_DEADLINE_MS },
  );
}

/** The photos of a whole cycle that begins at `first`. */
export function cycleFrom(origin: string, photos: readonly Photo[], first: number): Cycle {
  const turned = [...photos.slice(first), ...photos.slice(0, first)];
  return { seen: turned.map((photo) => origin + imagePath(photo, 'medium')), broken: [] };
}
