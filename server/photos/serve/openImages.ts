import type { Settings } from '../../settings/settings.ts';
import { LargeImages } from '../webp/largeImages.ts';
import type { WebpCopies } from '../webp/webpCopies.ts';
import { ImageCache } from './imageCache.ts';
import { ImageFinder, type ImageSources } from './imageFinder.ts';

type LargeParts = Omit<ConstructorParameters<typeof LargeImages>[0], 'copies' | 'maxPixels'>;

interface Parts extends LargeParts, Omit<ImageSources, 'store' | 'largeImages' | 'webpCopies'> {
  store: LargeParts['store'] & ImageSources['store'];
  webpCopies: WebpCopies | undefined;
}

/** The parts that the image routes work with. */
export function openImages({ maxImagePixels: maxPixels }: Pick<Settings, 'maxImagePixels'>, parts: Parts) {
  const { webpCopies: copies, libraryVersion } = parts;
  const largeImages = copies && new LargeImages({ ...parts, copies, maxPixels });
  return { finder: new ImageFinder({ ...parts, largeImages }), images: new ImageCache(libraryVersion), largeImages };
}
