import type { Page } from '@playwright/test';
import { jpeg, type JpegOptions } from '../pictures/images.ts';

/** The parts of an upload that a person sees and uses, for the browser tests. */
export const picture = async (name: string, options: JpegOptions) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpeg({ width: 48, height: 32, ...options }),
});

/** `photo-0.jpg` and so on, each another picture. */
export const pictures = (count: number, firstSeed: number, options: JpegOptions = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => picture(`photo-${index}.jpg`, { ...options, seed: firstSeed + index })),
  );

export const chooser = (page: Page) => page.locator('input[type=file]');
export const grid = (page: Page) => page.getByRole('region', { name: /^Photos in / });
export const uploadPanel = (page: Page) => page.getByRole('region', { name: 'Upload', exact: true });

/** The photos of an album, by the server's own word. */
async function photosOf(page: Page, albumId: string): Promise<string[]> {
  return page.evaluate(async (id) => {
    const { token }: { token: string } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const headers = { Authorization: `Bearer ${token}` };
    const photos: { filename: string }[] = await (await fetch(`/photos/albums/${id}/photos`, { headers })).json();
    return photos.map(({ filename }) => filename);
  }, albumId);
}

/** The numbers in the names that `pictures` gave, in rising order: none may be missing, none there twice. */
export async function numbersOf(page: Page, albumId: string): Promise<number[]> {
  const numbers = (await photosOf(page, albumId)).map((name) => Number(/^photo-(\d+)-/.exec(name)?.[1]));
  return numbers.toSorted((one, other) => one - other);
}

/** Looks at the panel in each frame from now on; answers what tells every height it has had. */
export async function watchPanelHeight(page: Page): Promise<() => Promise<number[]>> {
  const heights = await page.evaluateHandle(() => {
    const seen = new Set<number>();
    const look = () => {
      const panel = document.querySelector('section[aria-label="Upload"]');
      if (panel) seen.add(Math.round(panel.getBoundingClientRect().height));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => heights.evaluate((seen) => [...seen]);
}

/** By the browser's own door, since no script can make a folder that is dropped. */
export async function dropFromDisk(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
  }
  await session.detach();
}
