import type { Medium, ReadPicture } from '../medium.ts';

/** The messages to and from the thread for one HEIC file. */
export interface HeicRequest {
  /** libheif, compiled. */
  code: WebAssembly.Module;
  file: string;
  maxPixels: number;
  memoryBytes: number;
  /** The same bounds as for every format. */
  longSide: number | undefined;
}

export type HeicResponse =
  | { outcome: 'read'; data: Uint8Array; info: Medium['info']; size: ReadPicture['size']; exif: Uint8Array | undefined }
  | { outcome: 'failed'; reason: 'too-many-pixels' | 'memory' | 'unreadable'; detail: string };
