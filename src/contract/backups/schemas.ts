import { type Static, Type } from 'typebox';
import { STORED_BACKUPS } from '#contract/admin/limits.ts';
import { orNull } from '#contract/schemas.ts';

/** The folder for backups that the server makes by itself, and the number of backups in it. */
export const BackupSettings = Type.Object(
  {
    folder: orNull(Type.String(), { description: 'Null: none are made' }),
    keep: Type.Integer(),
    everyHours: Type.Number(),
    isSetByOperator: Type.Boolean({
      description: 'Whether BACKUP_DIR names the folder, which then cannot be changed here',
    }),
    isOnSameDisk: orNull(Type.Boolean(), {
      description: 'Whether one broken disk takes photos and backups; null: not known',
    }),
    isOpenToOthers: orNull(Type.Boolean(), {
      description:
        'Whether the disk, having no owners and modes of files, lets others read the backups; null: not known',
    }),
    isRunning: Type.Boolean(),
    roots: Type.Array(Type.String(), { description: 'The folder has to lie below one of them' }),
    disks: Type.Array(Type.String(), { description: 'Disks that are mounted below the roots' }),
  },
  {
    $id: 'BackupSettings',
    examples: [
      {
        folder: '/media/usb/photos',
        keep: 7,
        everyHours: 24,
        isSetByOperator: false,
        isOnSameDisk: false,
        isOpenToOthers: false,
        isRunning: false,
        roots: ['/media', '/mnt', '/srv'],
        disks: ['/media/usb'],
      },
    ],
  },
);
export type BackupSettings = Static<typeof BackupSettings>;

export const BackupSettingsPayload = Type.Object(
  {
    folder: orNull(Type.String({ minLength: 1, maxLength: 1_000 })),
    keep: Type.Optional(Type.Integer({ minimum: STORED_BACKUPS.least, maximum: STORED_BACKUPS.most })),
  },
  { examples: [{ folder: '/media/usb/photos', keep: 7 }] },
);
export type BackupSettingsPayload = Static<typeof BackupSettingsPayload>;
