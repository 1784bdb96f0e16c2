import { isRecord } from '#domain/records.ts';

/**
 * The requests of the server to its decoder processes. They are not checked there, since only the server sends them: a
 * library for that would be most of the code that each process loads.
 */

export interface DecodeRequest {
  /** The picture to decode, and the two files to write. */
  files: { original: string; medium: string; thumbnail: string };
  /** SHA-256 of the picture as it was sent. */
  contentHash: string;
  maxPixels: number;
  /** The rotation of the variants in degrees clockwise, added to the one that the metadata names. */
  rotation?: number;
  /** The format of the two files; JPEG where it is absent. */
  format?: 'webp';
  /** The most pixels along the longer side of the larger file; absent: those of `medium`. */
  longSide?: number;
  /** The memory that the whole process may take while it decodes the picture. */
  memoryBytes: number;
}

/** Asks only for the facts in the head of a picture, and perhaps for its focus; nothing is written. */
export interface HeadRequest {
  headOf: string;
  maxPixels: number;
  focus?: boolean;
  memoryBytes: number;
}

/**
 * Asks for work on a stranger's file that another subject knows how to do: the process calls `run` of the module with
 * the input, and responds with what that resolves to.
 */
export interface WorkRequest {
  /** The address of the module's file. */
  module: string;
  input: unknown;
  /** Shorter than the time of a picture, where the work is. */
  timeoutMs: number;
  memoryBytes: number;
}

/** Asks a decoder process whether it has started. */
export const READY_REQUEST = 'ready?';

export type DecoderRequest = DecodeRequest | HeadRequest | WorkRequest | typeof READY_REQUEST;

export function isDecoderRequest(message: unknown): message is DecoderRequest {
  if (message === READY_REQUEST) return true;
  return isRecord(message) && ['headOf', 'files', 'module'].some((name) => name in message);
}

/** The exit code of a decoder process that found itself above its memory limit. */
export const OUT_OF_MEMORY_EXIT = 87;
