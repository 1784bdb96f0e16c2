import { wrongKindText } from './imageKinds.ts';
import type { UploadItem } from './uploadQueue.ts';

const VIDEO = wrongKindText('a video');

/**
 * The refused videos that belong to a Live Photo: an iPhone's picture and its moving part are two files of one name,
 * such as IMG_0001.HEIC and IMG_0001.MOV. The person is told once about all of them, not for each file.
 */
export function livePhotoVideos(items: readonly UploadItem[]): UploadItem[] {
  const pictures = new Set(items.filter(({ status }) => status !== 'refused').map(({ name }) => stemOf(name)));
  return items.filter(
    ({ status, message, name }) => status === 'refused' && message === VIDEO && pictures.has(stemOf(name)),
  );
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase();
}
