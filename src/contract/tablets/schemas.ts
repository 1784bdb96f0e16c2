import { type Static, Type } from 'typebox';
import { TABLET_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { SHARE_UPLOADS } from '#contract/access/shareKeys.ts';
import { examplePhoto, Photo } from '#contract/photos/schemas.ts';
import { EXAMPLES, oneOf, orNull, time } from '#contract/schemas.ts';
import { MESSAGE_MAX_CHARACTERS, SHOWN } from './limits.ts';
import { exampleSettings, SettingsOnWall, TabletSettingChanges, TabletSettings } from './settingsSchemas.ts';

// The shapes that a tablet on the wall, the administration and the server share. A tablet gets a key each time its screen
// is connected; its id and settings stay.

const exactly = { additionalProperties: false };
const albumId = Type.String({ maxLength: 100 });
const wholeNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A photo that a tablet has shown, with the time by its own clock. */
const ShownName = Type.Object(
  { filename: Type.String({ maxLength: 300 }), albumSlug: Type.String({ maxLength: 100 }), at: time },
  exactly,
);
export type ShownName = Static<typeof ShownName>;

/** The report of a tablet about itself, without what other subjects add to it. */
export const TabletReport = Type.Object(
  {
    /** The path of its page, without the key. */
    path: Type.String({ minLength: 1, maxLength: 500, pattern: '^/' }),
    photo: Type.Optional(
      Type.Object({ filename: Type.String({ maxLength: 300 }), albumSlug: Type.String({ maxLength: 100 }) }, exactly),
    ),
    paused: Type.Optional(Type.Literal(true, { description: 'Of its slideshow' })),
    /** The photos shown since the report before. */
    shown: Type.Optional(Type.Array(ShownName, { maxItems: SHOWN.perReport })),
    version: Type.Optional(Type.String({ maxLength: 100 })),
    /** Its time zone, such as 'Europe/Paris', if its browser reports it. */
    zone: Type.Optional(Type.String({ maxLength: 100 })),
    offlineReady: Type.Optional(Type.Object({ done: wholeNumber, of: wholeNumber }, exactly)),
    storage: Type.Optional(
      Type.Object({ usage: wholeNumber, quota: wholeNumber }, { ...exactly, description: 'In bytes' }),
    ),
    screen: Type.Optional(Type.Object({ width: wholeNumber, height: wholeNumber }, exactly)),
    battery: Type.Optional(
      Type.Object({ level: Type.Number({ minimum: 0, maximum: 1 }), charging: Type.Boolean() }, exactly),
    ),
    /** The build that failed to start. The tablet has gone back to the one before. */
    failedBuild: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { ...exactly, examples: [{ path: '/circuit-tree/clock', battery: { level: 0.8, charging: true } }] },
);
export type TabletReport = Static<typeof TabletReport>;

/** The album for photos that guests send by the code on a tablet, and whether they need approval. */
const GuestCode = Type.Object(
  { albumId: Type.String({ maxLength: 100 }), mayUpload: oneOf(SHARE_UPLOADS) },
  { additionalProperties: false },
);

/** The address in the code on a tablet. */
const CodeOnWall = Type.Object(
  {
    url: Type.String(),
    /** Null: until it is taken back. */
    until: orNull(time),
    drawn: Type.Optional(
      Type.Object(
        { svg: Type.String(), words: Type.String() },
        { description: 'The code as a picture, and the words below it in the language of the tablet' },
      ),
    ),
  },
  { description: 'The code that it shows to guests; only this tablet gets it' },
);

const albumIds = orNull(Type.Array(albumId, { maxItems: 1_000 }), { description: 'What it may see; null: all' });

const exampleTablet = {
  id: EXAMPLES.tabletId,
  name: 'Hall',
  albumIds: null,
  settings: exampleSettings,
  createdAt: '2025-11-02T09:00:00.000Z',
  expiresAt: null,
  lastSeenAt: '2026-01-31T12:00:00.000Z',
  report: { path: '/circuit-tree/clock', battery: { level: 0.8, charging: true } },
  listening: true,
  state: 'active',
  day: 'f'.repeat(96),
  guestCode: null,
};

export const Tablet = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    /** The albums it may see, each with all below it. */
    albumIds,
    settings: TabletSettings,
    createdAt: time,
    /** The time from which its key is rejected; null: never. */
    expiresAt: orNull(time),
    lastSeenAt: orNull(time),
    report: orNull(TabletReport),
    listening: Type.Boolean({ description: 'Whether the server can reach it at this moment' }),
    /** `waiting`: it has not collected its key yet; `revoked`: its key is rejected, or its time is over. */
    state: oneOf(['waiting', 'active', 'revoked']),
    day: Type.String({
      description: 'Minutes heard of each quarter hour of the last day, a hexadecimal digit for each',
    }),
    guestCode: orNull(GuestCode, { description: 'The album of the code that it shows to guests; null: it shows none' }),
  },
  { $id: 'Tablet', examples: [exampleTablet] },
);
export type Tablet = Static<typeof Tablet>;

export const TabletWithKey = Type.Interface(
  [Tablet],
  {
    key: Type.String({ description: 'Returned only this once' }),
    url: Type.String({ description: 'The address to open on the tablet, with the key in it' }),
  },
  {
    $id: 'TabletWithKey',
    examples: [
      {
        ...exampleTablet,
        key: EXAMPLES.apiKey,
        url: `https://photos.example.org/circuit-tree?apiKey=${EXAMPLES.apiKey}`,
      },
    ],
  },
);
export type TabletWithKey = Static<typeof TabletWithKey>;

export const NewTablet = Type.Object(
  {
    /** Longer than a name may be, since spaces around it are removed. */
    name: Type.String({ maxLength: 2 * TABLET_NAME_MAX_CHARACTERS }),
    albumIds: Type.Optional(albumIds),
    expiresAt: Type.Optional(orNull(Type.String({ maxLength: 40 }))),
    settings: Type.Optional(TabletSettingChanges),
    guestCode: Type.Optional(orNull(GuestCode, { description: 'Null: no code' })),
  },
  { examples: [{ name: 'Hall', albumIds: [EXAMPLES.albumId], settings: { secondsPerPhoto: 30, hours: 24 } }] },
);
export type NewTablet = Static<typeof NewTablet>;

/** Fields that are absent stay as they are. */
export const TabletChanges = Type.Partial(NewTablet, {
  examples: [{ name: 'Kitchen', settings: { programme: [{ shows: 'black', from: '22:00', to: '06:30' }] } }],
});
export type TabletChanges = Static<typeof TabletChanges>;

/** The commands of an admin to a tablet. */
export const TabletCommand = Type.Union(
  [
    Type.Object({ command: oneOf(['identify', 'next', 'previous', 'pause', 'resume', 'reload', 'warm']) }, exactly),
    Type.Object(
      {
        command: Type.Literal('show'),
        albumId,
        /** The photo of this album that the slideshow begins with. */
        filename: Type.Optional(Type.String({ maxLength: 300 })),
      },
      exactly,
    ),
    Type.Object(
      { command: Type.Literal('message'), text: Type.String({ maxLength: MESSAGE_MAX_CHARACTERS }) },
      {
        ...exactly,
        description: 'One line on the wall, without line breaks or hidden characters; an empty one takes it away',
      },
    ),
    Type.Object(
      { command: Type.Literal('awake'), on: Type.Boolean() },
      { ...exactly, description: 'Wakes the wall for two minutes, or makes it black until its next rule or a touch' },
    ),
  ],
  { examples: [{ command: 'identify' }] },
);
export type TabletCommand = Static<typeof TabletCommand>;

export const ShownPhoto = Type.Object(
  { photo: Photo, albumId: Type.String(), at: time },
  { $id: 'ShownPhoto', examples: [{ photo: examplePhoto, albumId: EXAMPLES.albumId, at: '2026-01-31T12:00:00.000Z' }] },
);
export type ShownPhoto = Static<typeof ShownPhoto>;

export const KioskSettingsResponse = Type.Object(
  {
    tablet: Type.Object({ id: Type.String(), name: Type.String() }),
    settings: SettingsOnWall,
    guestCode: Type.Optional(CodeOnWall),
  },
  {
    $id: 'KioskSettings',
    examples: [{ tablet: { id: EXAMPLES.tabletId, name: 'Hall' }, settings: exampleSettings }],
  },
);
export type KioskSettingsResponse = Static<typeof KioskSettingsResponse>;
