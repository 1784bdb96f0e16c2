import { Type, type Static } from 'typebox';
import { DecodedPhoto } from '../store/photoRepository.ts';

export type DecodeFailure = DecoderFailure | 'hung' | 'crashed' | 'killed' | 'busy';

/** A picture could not be decoded; `reason` says in which way it failed. */
export class DecodeError extends Error {
  override name = 'DecodeError';
  readonly reason: DecodeFailure;

  constructor(reason: DecodeFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** The messages of a decoder process, which the server checks: a hostile picture may have taken over the process. */

const PictureHead = Type.Pick(DecodedPhoto, ['camera', 'width', 'height', 'focus']);

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
  Type.Object({ outcome: Type.Literal('worked'), result: Type.Unknown() }),
  Type.Object({ outcome: Type.Literal('ready') }),
  Type.Object({ outcome: Type.Literal('failed'), reason: DecoderFailure, detail: Type.String() }),
]);

export type PictureHead = Static<typeof PictureHead>;
export type DecoderFailure = Static<typeof DecoderFailure>;
export type DecodeResponse = Static<typeof DecodeResponse>;
