import { type Static, Type } from 'typebox';
import { TRASHED_PER_CALL } from '#contract/admin/limits.ts';
import { photoCut } from '#contract/photos/schemas.ts';
import { count, EXAMPLES, time } from '#contract/schemas.ts';

/**
 * A photo that a guest sent and that nobody has approved yet. Its small image has an address like those in the trash.
 */
export const WaitingPhoto = Type.Object(
  {
    id: Type.String(),
    /** The name of the file as it was sent. */
    name: Type.String(),
    albumId: Type.String(),
    albumName: Type.String(),
    albumSlug: Type.String(),
    /** The name of the share; absent when it has none. */
    shareName: Type.Optional(Type.String()),
    sentAt: time,
    ...photoCut,
  },
  {
    $id: 'WaitingPhoto',
    examples: [
      {
        id: EXAMPLES.trashId,
        name: 'IMG_2041.HEIC',
        albumId: EXAMPLES.albumId,
        albumName: 'Summer 2025',
        albumSlug: EXAMPLES.albumSlug,
        sentAt: '2026-01-31T12:00:00.000Z',
      },
    ],
  },
);
export type WaitingPhoto = Static<typeof WaitingPhoto>;

/** The photos of guests that somebody approves or rejects. */
export const WaitingPhotoIds = Type.Object(
  { ids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: TRASHED_PER_CALL }) },
  { examples: [{ ids: [EXAMPLES.trashId] }] },
);

export const ApprovedResponse = Type.Object({ approved: count }, { $id: 'Approved', examples: [{ approved: 1 }] });
export const RejectedResponse = Type.Object({ rejected: count }, { $id: 'Rejected', examples: [{ rejected: 1 }] });
