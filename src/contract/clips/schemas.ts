import { type Static, Type } from 'typebox';
import { CLIP_BOUNDS } from './clips.ts';

const side = Type.Integer({ minimum: 1, maximum: CLIP_BOUNDS.longSide });

/** The short video of a photo that moves. */
export const Clip = Type.Object(
  {
    seconds: Type.Number({ minimum: 0, maximum: CLIP_BOUNDS.seconds }),
    /** The size as it is shown, upright. */
    width: side,
    height: side,
    bytes: Type.Integer({ minimum: 1, maximum: CLIP_BOUNDS.bytes }),
  },
  { $id: 'Clip', examples: [{ seconds: 2.9, width: 1440, height: 1080, bytes: 1_874_211 }] },
);
export type Clip = Static<typeof Clip>;

/** The field of a photo about its clip. */
export const photoClip = {
  /** Absent for a photo that does not move. */
  clip: Type.Optional(Clip),
};
