import { jpeg } from '#support/pictures/images.ts';

export interface PhotoFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const PICTURES = 3;

/** A few pictures in many copies with different bytes after the image: other contents, the same work. */
export async function photoCopies(count: number, size: { width: number; height: number }): Promise<PhotoFile[]> {
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, (_, seed) => jpeg({ ...size, seed, orientation: 1 })),
  );
  return Array.from({ length: count }, (_, index) => ({
    name: `photo-${index}.jpg`,
    bytes: new Uint8Array(Buffer.concat([pictures[index % PICTURES]!, Buffer.from(`copy ${index}`)])),
  }));
}
