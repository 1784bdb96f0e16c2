import { Type, type Static } from 'typebox';

// The messages between the server and its decoder processes, checked on arrival on both sides.

export const DecodeRequest = Type.Object({
  /** The picture to decode, and the two files to write. */
  files: Type.Object({ original: Type.String(), medium: Type.String(), thumbnail: Type.String() }),
  /** SHA-256 of the picture as it was sent. */
  contentHash: Type.String(),
  maxPixels: Type.Number(),
  /** Degrees clockwise by which the variants are turned, beside the turn that the metadata names. */
  rotation: Type.Optional(Type.Number()),
  /** The format of the two files; JPEG where it is absent. */
  format: Type.Optional(Type.Literal('webp')),
  /** The most pixels along the longer side of the larger file; where it is absent, those of `medium`. */
  longSide: Type.Optional(Type.Number()),
  /** The memory that the whole process may take while it decodes the picture. */
  memoryBytes: Type.Number(),
});

/** Asks only for what the head of a picture tells; nothing is decoded or written. */
export const HeadRequest = Type.Object({ headOf: Type.String(), maxPixels: Type.Number(), memoryBytes: Type.Number() });

/** Asks a decoder process whether it has started. */
export const READY_REQUEST = 'ready?';

const PictureHead = Type.Object({
  camera: Type.Union([Type.String(), Type.Null()]),
  /** The size of the upright original. */
  width: Type.Number(),
  height: Type.Number(),
});

const DecodedPhoto = Type.Object({
  ...PictureHead.properties,
  takenAt: Type.Union([Type.Number(), Type.Null()]),
  mediumHash: Type.String(),
  thumbnailHash: Type.String(),
});

const DecoderFailure = Type.Union([
  Type.Literal('unreadable'),
  Type.Literal('too-many-pixels'),
  Type.Literal('memory'),
  Type.Literal('read-error'),
  Type.Literal('disk-full'),
  Type.Literal('disk-trouble'),
  Type.Literal('internal'),
]);

export const DecodeResponse = Type.Union([
  Type.Object({ outcome: Type.Literal('decoded'), photo: DecodedPhoto }),
  Type.Object({ outcome: Type.Literal('head'), head: PictureHead }),
  Type.Object({ outcome: Type.Literal('ready') }),
  Type.Object({ outcome: Type.Literal('failed'), reason: DecoderFailure, detail: Type.String() }),
]);

export type DecodeRequest = Static<typeof DecodeRequest>;
export type HeadRequest = Static<typeof HeadRequest>;
export type PictureHead = Static<typeof PictureHead>;
export type DecodedPhoto = Static<typeof DecodedPhoto>;
export type DecoderFailure = Static<typeof DecoderFailure>;
export type DecodeResponse = Static<typeof DecodeResponse>;

/** The exit code of a decoder process that found itself above its memory limit. */
export const OUT_OF_MEMORY_EXIT = 87;
