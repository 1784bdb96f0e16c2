import { type Static, Type } from 'typebox';
import { RecentPhoto } from '#contract/photos/schemas.ts';
import { count, oneOf, orNull, time } from '#contract/schemas.ts';

// The shapes that several subjects fill with parts of their own, and none of them owns.

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
export const serverReason = { code: ReadinessCode, message: Type.String() };

/** The state of the server, for its admins. */
export const ServerStatus = Type.Object(
  {
    ready: Type.Boolean(),
    /** `detail` is the system's message, which may name folders. */
    reasons: Type.Array(Type.Object({ ...serverReason, detail: Type.Optional(Type.String()) })),
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
    /** `failing`: the last ping said that something failed; earlier versions do not count them. */
    nodes: Type.Object({ total: count, late: count, failing: Type.Optional(count) }),
    /** For admins; without those that are revoked or have ended. */
    tablets: Type.Optional(TabletCounts),
  },
  {
    $id: 'Overview',
    examples: [{ nodes: { total: 12, late: 1, failing: 0 }, space: { used: 52_428_800, free: 1_073_741_824 } }],
  },
);
export type Overview = Static<typeof Overview>;

export const Health = Type.Object(
  { status: Type.Literal('ok'), version: Type.String() },
  { $id: 'Health', examples: [{ status: 'ok', version: '1.0.0' }] },
);
