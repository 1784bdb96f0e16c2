import { type Static, Type } from 'typebox';
import { STORED_BACKUPS } from '#contract/admin/limits.ts';
import { RecentPhoto } from '#contract/photos/schemas.ts';
import { count, oneOf, orNull, time } from '#contract/schemas.ts';

const ReadinessCode = oneOf([
  'database-not-writable',
  'disk-not-writable',
  'store-not-writable',
  'disk-almost-full',
  'backup-failed',
  'backup-overdue',
  'backup-incomplete',
  'photos-not-readable',
]);
export type ReadinessCode = Static<typeof ReadinessCode>;

/** A reason why the server does not work completely, with a sentence for people, without paths. */
const reason = { code: ReadinessCode, message: Type.String() };

/** The public form of the server's readiness. */
export const Readiness = Type.Object(
  { ready: Type.Boolean(), reasons: Type.Array(Type.Object(reason)) },
  { $id: 'Readiness', examples: [{ ready: true, reasons: [] }] },
);
export type Readiness = Static<typeof Readiness>;

/** The state of the server, for its admins. */
export const ServerStatus = Type.Object(
  {
    ready: Type.Boolean(),
    /** `detail` is the system's message, which may name folders. */
    reasons: Type.Array(Type.Object({ ...reason, detail: Type.Optional(Type.String()) })),
    backup: Type.Object({
      /** Whether the server makes backups by itself. */
      isAutomatic: Type.Boolean(),
      /** The newest backup that was made; null when there is none. */
      newest: orNull(
        Type.Object({
          madeAt: time,
          folder: Type.String(),
          photos: orNull(count),
          files: orNull(count, { description: 'Pictures: photos that are copies share one' }),
        }),
      ),
      /** The time of the last copy of changes since then; absent: changes are not copied. */
      followedAt: Type.Optional(time),
      /** The last attempt if it failed, with the time at which it began. */
      failure: orNull(Type.Object({ at: time, message: Type.String() })),
    }),
    /** A newer release; absent where none is known, or where the operator named no repository. */
    update: Type.Optional(
      Type.Object({
        version: Type.String(),
        commit: orNull(Type.String(), {
          description: 'The hash of what would be built; null where it is not known, and the update is done by hand',
        }),
        changes: Type.String({ description: 'Its section of the changelog' }),
        isByHand: Type.Boolean({ description: 'Whether this installation cannot update itself' }),
        isRunning: Type.Boolean(),
        refusal: orNull(Type.String({ description: 'Why it cannot be taken, such as a missing signature' })),
        failure: orNull(Type.String({ description: 'Why it gave way when it was tried' })),
      }),
    ),
  },
  {
    $id: 'ServerStatus',
    examples: [{ ready: true, reasons: [], backup: { isAutomatic: false, newest: null, failure: null } }],
  },
);
export type ServerStatus = Static<typeof ServerStatus>;

export const UpdatePayload = Type.Object(
  {
    version: Type.String({ pattern: String.raw`^\d{1,6}\.\d{1,6}\.\d{1,6}$` }),
    commit: Type.String({ pattern: '^[0-9a-f]{40,64}$', description: 'As it was offered: nothing else is built' }),
  },
  { examples: [{ version: '1.3.0', commit: '4149f4319d6c3a1f4c3b2a190807060504030201' }] },
);
export type UpdatePayload = Static<typeof UpdatePayload>;

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

/** The number of tablets in each state, by the same rules as on their page. */
const TabletCounts = Type.Object({
  onWall: count,
  /** Silent for some minutes. */
  away: count,
  offline: count,
  /** Created, and not on a screen yet. */
  waiting: count,
});
export type TabletCounts = Static<typeof TabletCounts>;

/** The data of the administration's start page; each person gets the parts that their permissions allow. */
export const Overview = Type.Object(
  {
    /** For people who may see photos; the latest photos first. */
    library: Type.Optional(Type.Object({ photos: count, albums: count, recent: Type.Array(RecentPhoto) })),
    /** For people who may add photos: the photos of guests that wait for approval. */
    waiting: Type.Optional(count),
    /**
     * For admins: the sources with photos that have left them and that wait for their decision before they go to the
     * trash.
     */
    leaving: Type.Optional(Type.Array(Type.Object({ source: Type.String(), photos: count }))),
    /**
     * In bytes, for admins: the size of the originals, those in the trash included, and the free space of their disk.
     */
    space: Type.Optional(Type.Object({ used: count, free: count })),
    nodes: Type.Object({ total: count, late: count }),
    /** For admins; without those that are revoked or have ended. */
    tablets: Type.Optional(TabletCounts),
  },
  {
    $id: 'Overview',
    examples: [{ nodes: { total: 12, late: 1 }, space: { used: 52_428_800, free: 1_073_741_824 } }],
  },
);
export type Overview = Static<typeof Overview>;

export const Health = Type.Object(
  { status: Type.Literal('ok'), version: Type.String() },
  { $id: 'Health', examples: [{ status: 'ok', version: '1.0.0' }] },
);
