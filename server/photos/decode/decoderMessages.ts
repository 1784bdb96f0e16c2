import { Type, type Static } from 'typebox';

/** What the server and its decoder processes say to each other; checked on arrival on both sides. */
export const DecodeRequest = Type.Object({
  originalFile: Type.String(),
  mediumFile: Type.String(),
  thumbnailFile: Type.String(),
  maxPixels: Type.Number(),
});

export const DecodeResponse = Type.Union([
  Type.Object({
    outcome: Type.Literal('decoded'),
    takenAt: Type.Union([Type.Number(), Type.Null()]),
    mediumHash: Type.String(),
    thumbnailHash: Type.String(),
  }),
  Type.Object({
    outcome: Type.Literal('refused'),
    reason: Type.Union([
      Type.Literal('unreadable'),
      Type.Literal('too-many-pixels'),
      Type.Literal('disk-full'),
      Type.Literal('internal'),
    ]),
    detail: Type.String(),
  }),
]);

export type DecodeRequest = Static<typeof DecodeRequest>;
export type DecodeResponse = Static<typeof DecodeResponse>;

/** The exit code of a decoder that found itself above its memory. */
export const OUT_OF_MEMORY_EXIT = 87;
