import { type Static, Type } from 'typebox';
import { count, EXAMPLES, time } from '../shared.ts';

/** A photo that a guest sent and that nobody has approved yet. Its small image is that of the trash. */
export const WaitingPhoto = Type.Object(
  {
    id: Type.String(),
    /** The name of the file as it was sent. */
    name: Type.String(),
    albumId: Type.String(),
    albumName: Type.String(),
    albumSlug: Type.String(),
    /** The name that the share was given; absent when it was given none. */
    shareName: Type.Optional(Type.String()),
    sentAt: time,
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

export const ApprovedResponse = Type.Object({ approved: count }, { $id: 'Approved', examples: [{ approved: 1 }] });
export const RejectedResponse = Type.Object({ rejected: count }, { $id: 'Rejected', examples: [{ rejected: 1 }] });
