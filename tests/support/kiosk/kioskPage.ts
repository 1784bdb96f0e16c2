import type { Page } from '@playwright/test';

/** The address of a kiosk screen, as an operator would write it: `path` is what follows /circuit-tree. */
export function kioskUrl(server: { origin: string; kioskKey: string }, path = '', extra = ''): string {
  return `${server.origin}/circuit-tree${path}?apiKey=${encodeURIComponent(server.kioskKey)}${extra}`;
}

/** The responses to a kiosk page, as far as the tests compare them. */
interface PageResponse {
  status: number;
  type: string;
  body: string;
}

/** Asks from within the page, so through its worker, the way the app does. */
export function ask(page: Page, path: string, headers: Record<string, string> = {}): Promise<PageResponse> {
  return page.evaluate(
    async ({ path: url, headers: sent }) => {
      try {
        const response = await fetch(url, { headers: sent });
        const type = response.headers.get('Content-Type') ?? '';
        return { status: response.status, type, body: type.startsWith('image/') ? '' : await response.text() };
      } catch (error) {
        return { status: 0, type: '', body: String(error) };
      }
    },
    { path, headers },
  );
}

/** The three calls of a start, one after the other, with the time they took together. */
export async function askStart(page: Page, apiKey: string, albumId: string) {
  const started = performance.now();
  const check = await ask(page, `/auth/check-api-key/${encodeURIComponent(apiKey)}`);
  const albums = await ask(page, '/photos/albums', { 'X-API-Key': apiKey });
  const photos = await ask(page, `/photos/albums/${albumId}/photos`, { 'X-API-Key': apiKey });
  return { check, albums, photos, tookMs: performance.now() - started };
}

/** Whether the URL shows as a picture in an `<img>` of the page. */
export function showsImage(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (source) =>
      new Promise<boolean>((resolve) => {
        const image = new Image();
        image.addEventListener('load', () => resolve(image.naturalWidth > 0));
        image.addEventListener('error', () => resolve(false));
        image.src = source;
      }),
    url,
  );
}
