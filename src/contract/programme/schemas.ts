import { type Static, Type } from 'typebox';
import { RULE_SHOWS, RULES } from './programme.ts';
import { oneOf } from '#contract/schemas.ts';

const exactly = { additionalProperties: false };
const timeOfRule = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|sunrise|sunset)$' });
const dayOfYear = Type.String({
  pattern: '^((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))$',
});

/** A place on Earth in degrees, north and east positive. */
export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  },
  exactly,
);
export type Place = Static<typeof Place>;

/** A rule of a Tablet's programme. Days and times are the Tablet's own; a rule past midnight belongs to the day before. */
export const Rule = Type.Object(
  {
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Monday is 1; absent: each day',
      }),
    ),
    dates: Type.Optional(
      Type.Object(
        { from: dayOfYear, to: dayOfYear },
        { ...exactly, description: 'Both days included; may wrap around New Year' },
      ),
    ),
    /** Both or none; equal ones mean the whole day. */
    from: Type.Optional(timeOfRule),
    to: Type.Optional(timeOfRule),
    shows: oneOf(RULE_SHOWS),
    albumIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 100,
        description: 'With `slideshow`; absent: everything',
      }),
    ),
    dim: Type.Optional(
      Type.Integer({ minimum: 0, maximum: RULES.mostDim, description: 'So many percent of black lie over everything' }),
    ),
  },
  exactly,
);
export type Rule = Static<typeof Rule>;

/**
 * The night, for tablets that run a version without programmes. A wall keeps that version until it loads a newer one.
 */
export const EarlierNight = Type.Object({
  shows: oneOf(['clock', 'black']),
  by: oneOf(['time', 'sun']),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
});
export type EarlierNight = Static<typeof EarlierNight>;
