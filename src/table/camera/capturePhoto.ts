import { coverCrop, limitSide, type Rectangle } from '#domain/framing.ts';
import type { BoardPhoto } from '#domain/table/game.ts';
import { elementSize } from '#src/table/board/elementSize.ts';

/** Sharp enough to read 25 words, small enough for any device's canvas and storage. */
const LONGEST_SIDE_PX = 1920;
const JPEG_QUALITY = 0.88;

/** Takes exactly what the video element shows: `object-fit: cover` crops the video's frame to the element's box. */
export function photoFromVideo(video: HTMLVideoElement): BoardPhoto {
  const frame = { width: video.videoWidth, height: video.videoHeight };
  return draw(video, coverCrop(frame, elementSize(video)));
}

/** Draws the file from an <img>, because every browser turns an <img> upright by the photo's EXIF orientation. */
export async function photoFromFile(file: File): Promise<BoardPhoto> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return draw(image, { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function draw(source: CanvasImageSource, part: Rectangle): BoardPhoto {
  const size = limitSide(part, LONGEST_SIDE_PX);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  try {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This device has no memory left for a photo');
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
    const dataUrl = canvas.toDataURL('image/jpeg', JPEG_QUALITY);
    if (!dataUrl.startsWith('data:image/jpeg')) throw new Error('The photo could not be stored as a JPEG');
    return { dataUrl, ...size };
  } finally {
    // Safari keeps a canvas's memory until the canvas is garbage-collected, unless its size is set to zero.
    canvas.width = 0;
    canvas.height = 0;
  }
}
