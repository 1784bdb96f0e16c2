import { Type } from '@fastify/type-provider-typebox';
import {
  DEFAULT_TABLET_SETTINGS,
  type KioskSettingsResponse,
  type NewKeyResponse,
  type NightSettings,
  type PairingOffer,
  type PairingState,
  PHOTO_SEQUENCES,
  type Tablet,
  type TabletReport,
  type TabletSettings,
  type TabletWithKey,
} from '#contract/tablets.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { count, type NamedSchema, oneOf, ref, schemaOf, textOrNull, time, timeOrNull } from './schema.ts';

const shows = oneOf(['clock', 'black']);
const night = schemaOf<NightSettings>()(
  Type.Union([
    Type.Object({ shows, by: Type.Literal('time'), from: Type.String(), to: Type.String() }),
    Type.Object({ shows, by: Type.Literal('sun'), latitude: Type.Number(), longitude: Type.Number() }),
  ]),
);

const settings = schemaOf<TabletSettings>()(
  Type.Object({
    startsWith: oneOf(['home', 'clock', 'slideshow']),
    startsWithAlbumId: textOrNull,
    secondsPerPhoto: Type.Integer(),
    order: oneOf(PHOTO_SEQUENCES),
    fit: oneOf(['contain', 'cover']),
    pairs: Type.Boolean(),
    caption: Type.Boolean(),
    date: Type.Boolean(),
    clockOverlay: Type.Boolean(),
    hours: Type.Union([Type.Literal(12), Type.Literal(24)]),
    locale: Type.String(),
    night: Type.Union([night, Type.Null()]),
    transitions: Type.Boolean(),
  }),
);

const report = schemaOf<TabletReport>()(
  Type.Object({
    path: Type.String(),
    photo: Type.Optional(Type.Object({ filename: Type.String(), albumSlug: Type.String() })),
    version: Type.Optional(Type.String()),
    offlineReady: Type.Optional(Type.Object({ done: count, of: count })),
    storage: Type.Optional(Type.Object({ usage: count, quota: count })),
    screen: Type.Optional(Type.Object({ width: count, height: count })),
    battery: Type.Optional(Type.Object({ level: Type.Number(), charging: Type.Boolean() })),
    failedBuild: Type.Optional(Type.String()),
  }),
);

const tabletFields = {
  id: Type.String(),
  name: Type.String(),
  albumIds: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'What it may see; null: all' }),
  settings: ref<TabletSettings>('TabletSettings'),
  createdAt: time,
  expiresAt: timeOrNull,
  lastSeenAt: timeOrNull,
  report: Type.Union([report, Type.Null()]),
  listening: Type.Boolean({ description: 'Whether the server can reach it at this moment' }),
  state: oneOf(['waiting', 'active', 'revoked']),
  keyWaiting: Type.Boolean(),
  canReplaceKey: Type.Boolean({ description: 'Whether it can take over another key by itself' }),
  day: Type.String({ description: 'Minutes heard of each quarter hour of the last day, a hexadecimal digit for each' }),
};
const tablet = schemaOf<Tablet>()(Type.Object(tabletFields));
const tabletWithKey = schemaOf<TabletWithKey>()(
  Type.Object({ ...tabletFields, key: Type.String({ description: 'Told only this once' }), url: Type.String() }),
);

const kioskSettings = schemaOf<KioskSettingsResponse>()(
  Type.Object({
    tablet: Type.Object({ id: Type.String(), name: Type.String() }),
    settings: ref<TabletSettings>('TabletSettings'),
    keyWaiting: Type.Boolean(),
    deviceSecret: Type.Optional(Type.String({ description: 'Told only once' })),
  }),
);

const newKey = schemaOf<NewKeyResponse>()(Type.Object({ key: Type.String() }));
const pairingOffer = schemaOf<PairingOffer>()(
  Type.Object({ code: Type.String(), secret: Type.String(), expiresAt: time }),
);
const pairingState = schemaOf<PairingState>()(
  Type.Union([
    Type.Object({ state: Type.Literal('waiting') }),
    Type.Object({
      state: Type.Literal('paired'),
      key: Type.Optional(Type.String()),
      deviceSecret: Type.Optional(Type.String()),
    }),
  ]),
);

const exampleTablet: Tablet = {
  id: EXAMPLES.tabletId,
  name: 'Hall',
  albumIds: null,
  settings: DEFAULT_TABLET_SETTINGS,
  createdAt: '2025-11-02T09:00:00.000Z',
  expiresAt: null,
  lastSeenAt: '2026-01-31T12:00:00.000Z',
  report: { path: '/circuit-tree/clock', battery: { level: 0.8, charging: true } },
  listening: true,
  state: 'active',
  keyWaiting: false,
  canReplaceKey: true,
  day: 'f'.repeat(96),
};

export const TABLET_SCHEMAS = {
  settings: {
    name: 'TabletSettings',
    schema: settings,
    example: DEFAULT_TABLET_SETTINGS,
  } satisfies NamedSchema<TabletSettings>,
  tablet: { name: 'Tablet', schema: tablet, example: exampleTablet } satisfies NamedSchema<Tablet>,
  tabletWithKey: {
    name: 'TabletWithKey',
    schema: tabletWithKey,
    example: {
      ...exampleTablet,
      key: EXAMPLES.apiKey,
      url: `https://photos.example.org/circuit-tree?apiKey=${EXAMPLES.apiKey}`,
    },
  } satisfies NamedSchema<TabletWithKey>,
  kioskSettings: {
    name: 'KioskSettings',
    schema: kioskSettings,
    example: {
      tablet: { id: EXAMPLES.tabletId, name: 'Hall' },
      settings: DEFAULT_TABLET_SETTINGS,
      keyWaiting: false,
    },
  } satisfies NamedSchema<KioskSettingsResponse>,
  newKey: { name: 'NewKey', schema: newKey, example: { key: EXAMPLES.apiKey } } satisfies NamedSchema<NewKeyResponse>,
  pairingOffer: {
    name: 'PairingOffer',
    schema: pairingOffer,
    example: { code: EXAMPLES.pairingCode, secret: EXAMPLES.pairingSecret, expiresAt: '2026-01-31T12:10:00.000Z' },
  } satisfies NamedSchema<PairingOffer>,
  pairingState: {
    name: 'PairingState',
    schema: pairingState,
    example: { state: 'waiting' },
  } satisfies NamedSchema<PairingState>,
};
