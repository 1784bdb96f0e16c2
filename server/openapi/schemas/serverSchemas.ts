import { Type } from '@fastify/type-provider-typebox';
import type { Overview } from '#contract/admin/overview.ts';
import type { InstallationStatus, Readiness, ServerStatus } from '#contract/entities.ts';
import { count, type NamedSchema, schemaOf, textOrNull, time } from './schema.ts';

const readinessCode = Type.Unsafe<Readiness['reasons'][number]['code']>({
  type: 'string',
  enum: [
    'database-not-writable',
    'disk-not-writable',
    'store-not-writable',
    'disk-almost-full',
    'backup-failed',
    'backup-overdue',
    'backup-incomplete',
    'photos-not-readable',
  ],
});
const reason = { code: readinessCode, message: Type.String() };

const readiness = schemaOf<Readiness>()(
  Type.Object({ ready: Type.Boolean(), reasons: Type.Array(Type.Object(reason)) }),
);

const serverStatus = schemaOf<ServerStatus>()(
  Type.Object({
    ready: Type.Boolean(),
    reasons: Type.Array(Type.Object({ ...reason, detail: Type.Optional(Type.String()) })),
    backup: Type.Object({
      isAutomatic: Type.Boolean(),
      newest: Type.Union([
        Type.Object({ madeAt: time, folder: Type.String(), photos: Type.Union([count, Type.Null()]) }),
        Type.Null(),
      ]),
      failure: Type.Union([Type.Object({ at: time, message: Type.String() }), Type.Null()]),
    }),
  }),
);

const installation = schemaOf<InstallationStatus>()(
  Type.Object({ id: Type.String(), createdAt: time, folder: Type.String(), isEmpty: Type.Boolean() }),
);

const recentPhoto = Type.Object({
  filename: Type.String(),
  albumSlug: Type.String(),
  albumName: Type.String(),
  caption: Type.Optional(textOrNull),
  hidden: Type.Optional(Type.Boolean()),
  takenAt: Type.Optional(Type.String()),
  width: Type.Optional(count),
  height: Type.Optional(count),
  version: Type.Optional(count),
});
const overview = Type.Object({
  library: Type.Optional(Type.Object({ photos: count, albums: count, recent: Type.Array(recentPhoto) })),
  space: Type.Optional(Type.Object({ used: count, free: count })),
  nodes: Type.Object({ total: count, late: count }),
  tablets: Type.Optional(Type.Object({ onWall: count, away: count, offline: count, waiting: count })),
});

export const SERVER_SCHEMAS = {
  readiness: {
    name: 'Readiness',
    schema: readiness,
    example: { ready: true, reasons: [] },
  } satisfies NamedSchema<Readiness>,
  serverStatus: {
    name: 'ServerStatus',
    schema: serverStatus,
    example: { ready: true, reasons: [], backup: { isAutomatic: false, newest: null, failure: null } },
  } satisfies NamedSchema<ServerStatus>,
  installation: {
    name: 'Installation',
    schema: installation,
    example: { id: '1d2c3b4a', createdAt: '2025-11-02T09:00:00.000Z', folder: '/srv/photos', isEmpty: false },
  } satisfies NamedSchema<InstallationStatus>,
  overview: {
    name: 'Overview',
    schema: overview,
    example: { nodes: { total: 12, late: 1 }, space: { used: 52_428_800, free: 1_073_741_824 } },
  } satisfies NamedSchema<Overview>,
};
