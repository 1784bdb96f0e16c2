import { type Static, Type } from 'typebox';
import { Clip } from '#contract/clips/schemas.ts';
import type { MakeCompanion } from '#server/core/companionKind.ts';

/** The server's requests to `clipWork` in a decoder process. */
export type ClipInput = MakeCompanion | { findIn: string };

const place = Type.Integer({ minimum: 0 });

/** The responses are checked: a hostile file may have taken over the process. */
export const MadeClip = Type.Union([
  Type.Object({ clip: Clip }),
  Type.Object({ refused: Type.String({ description: 'Why the file cannot be a clip' }) }),
]);
export type MadeClip = Static<typeof MadeClip>;

export const FoundClip = Type.Object({
  /** The bytes of the picture's file that are a video. */
  within: Type.Union([Type.Object({ start: place, end: place }), Type.Null()]),
});
export type FoundClip = Static<typeof FoundClip>;
