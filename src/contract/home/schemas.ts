import { type Static, Type } from 'typebox';
import { time } from '#contract/schemas.ts';

export const InstallationStatus = Type.Object(
  {
    id: Type.String(),
    createdAt: time,
    /** The folder in which the server stores database and photos. */
    folder: Type.String(),
    /** True when there is no album. */
    isEmpty: Type.Boolean(),
  },
  {
    $id: 'Installation',
    examples: [{ id: '1d2c3b4a', createdAt: '2025-11-02T09:00:00.000Z', folder: '/srv/photos', isEmpty: false }],
  },
);
export type InstallationStatus = Static<typeof InstallationStatus>;
