import { Type } from '@fastify/type-provider-typebox';
import {
  PHOTO_SEQUENCES,
  SECONDS_PER_PHOTO,
  TABLET_NAME_MAX_CHARACTERS,
  type TabletSettings,
} from '#contract/tablets.ts';
import { isLocale } from '#domain/tablets/isLocale.ts';
import { UserError } from '../errors.ts';
import { plainText } from '../http/plainText.ts';

const albumId = Type.String({ maxLength: 100 });
const timeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const shows = Type.Union([Type.Literal('clock'), Type.Literal('black')]);
const night = Type.Union([
  Type.Object({ shows, by: Type.Literal('time'), from: timeOfDay, to: timeOfDay }, { additionalProperties: false }),
  Type.Object(
    {
      shows,
      by: Type.Literal('sun'),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    },
    { additionalProperties: false },
  ),
]);

const settingsSchema = Type.Partial(
  Type.Object({
    startsWith: Type.Union([Type.Literal('home'), Type.Literal('clock'), Type.Literal('slideshow')]),
    startsWithAlbumId: Type.Union([albumId, Type.Null()]),
    secondsPerPhoto: Type.Integer({ minimum: SECONDS_PER_PHOTO.min, maximum: SECONDS_PER_PHOTO.max }),
    order: Type.Union(PHOTO_SEQUENCES.map((name) => Type.Literal(name))),
    fit: Type.Union([Type.Literal('contain'), Type.Literal('cover')]),
    pairs: Type.Boolean(),
    caption: Type.Boolean(),
    date: Type.Boolean(),
    clockOverlay: Type.Boolean(),
    hours: Type.Union([Type.Literal(12), Type.Literal(24)]),
    locale: Type.String({ minLength: 2, maxLength: 35 }),
    night: Type.Union([night, Type.Null()]),
    transitions: Type.Boolean(),
  }),
  { additionalProperties: false },
);

const ALBUMS_PER_TABLET = 1_000;
const albumIds = Type.Union([Type.Array(albumId, { maxItems: ALBUMS_PER_TABLET }), Type.Null()]);
const expiresAt = Type.Union([Type.String({ maxLength: 40 }), Type.Null()]);
/** Longer than a name may be, since spaces around it are cut off. */
const name = Type.String({ maxLength: 2 * TABLET_NAME_MAX_CHARACTERS });

/** The fields of a tablet in a body; each call accepts some of them. */
export const TABLET_FIELDS = {
  name,
  albumIds: Type.Optional(albumIds),
  expiresAt: Type.Optional(expiresAt),
  settings: Type.Optional(settingsSchema),
};

export function checkedTabletName(text: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= TABLET_NAME_MAX_CHARACTERS) return plainText(trimmed);
  throw new UserError(400, `A tablet needs a name of 1 to ${TABLET_NAME_MAX_CHARACTERS} characters`);
}

export function checkedSettings(given: Partial<TabletSettings>): Partial<TabletSettings> {
  if (given.locale !== undefined && !isLocale(given.locale)) {
    throw new UserError(400, `"${given.locale}" is no language, such as "de" or "fr-CA"`);
  }
  return given;
}

/** Without `undefined`, the time stays as it is; null: never. */
export function checkedEnd(text: string | null | undefined, now: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UserError(400, 'expiresAt must be a time such as 2027-01-31T12:00:00.000Z, or null');
  if (time <= now) throw new UserError(400, 'The time at which the tablet ends must be in the future');
  return time;
}
