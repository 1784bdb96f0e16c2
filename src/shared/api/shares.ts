import { pathOf } from '#contract/pathPatterns.ts';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import { SHARED_ALBUM_PATH, SHARED_ORIGINAL_PATH } from '#contract/shares/shares.ts';
import { http } from './http.ts';

/** The album that the key of a visitor's link opens, and the end of its term. */
export function fetchSharedAlbum(shareKey: string): Promise<SharedAlbum> {
  return http({ shareKey }).get(SHARED_ALBUM_PATH).json<SharedAlbum>();
}

/** The original with the name it was uploaded with, where the share allows downloads. */
export async function fetchSharedOriginal(
  shareKey: string,
  filename: string,
): Promise<{ blob: Blob; filename: string }> {
  const response = await http({ shareKey }).get(pathOf(SHARED_ORIGINAL_PATH, { filename }), { timeout: false });
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { blob: await response.blob(), filename: encoded === undefined ? filename : decodeURIComponent(encoded) };
}
