import { type Static, Type } from 'typebox';
import { PHOTO_SEQUENCES, RETURN_AFTER_SECONDS, SECONDS_PER_PHOTO } from '../limits.ts';
import { RULE_SHOWS, RULES } from '../programme.ts';
import { oneOf, orNull } from './shared.ts';

const exactly = { additionalProperties: false };
const timeOfRule = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|sunrise|sunset)$' });
const dayOfYear = Type.String({
  pattern: '^((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))$',
});

/** A place on Earth in degrees, north and east positive. */
const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  },
  exactly,
);
export type Place = Static<typeof Place>;

/** A rule of a Tablet's programme. Days and times are the Tablet's own; a rule past midnight belongs to the day before. */
const Rule = Type.Object(
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

export const TabletSettings = Type.Object(
  {
    /** The page that the Tablet opens by itself: one of the two screens, or the slideshow of `startsWithAlbumId`. */
    startsWith: oneOf(['home', 'clock', 'slideshow']),
    /** Null: all photos that the Tablet may see. */
    startsWithAlbumId: orNull(Type.String({ maxLength: 100 })),
    /**
     * The time without a touch after which the Tablet returns to the page that it begins with, unless it begins with
     * the home; 0: never.
     */
    returnAfterSeconds: Type.Integer({ minimum: 0, maximum: RETURN_AFTER_SECONDS.max }),
    secondsPerPhoto: Type.Integer({ minimum: SECONDS_PER_PHOTO.min, maximum: SECONDS_PER_PHOTO.max }),
    order: oneOf(PHOTO_SEQUENCES),
    /** In a shuffled order each of these gets the same number of turns. */
    shuffleBy: oneOf(['photos', 'albums', 'years']),
    /** Whether a photo is shown whole, or fills the screen and is cropped. */
    fit: oneOf(['contain', 'cover']),
    /** Whether two upright photos stand side by side on a wide screen. */
    pairs: Type.Boolean(),
    /** The texts over a photo. */
    caption: Type.Boolean(),
    date: Type.Boolean(),
    clockOverlay: Type.Boolean(),
    /** Whether a ring shows the time until the next photo. */
    countdown: Type.Boolean(),
    hours: Type.Union([Type.Literal(12), Type.Literal(24)]),
    /** BCP 47, such as 'de' or 'fr-CA'. */
    locale: Type.String({ minLength: 2, maxLength: 35 }),
    /** The first rule that fits the Tablet's own time applies; where none fits, `startsWith`. */
    programme: Type.Array(Rule, { maxItems: RULES.max }),
    /** The place of the Tablet, for rules by the sun. */
    place: orNull(Place),
    transitions: Type.Boolean(),
    /** The share whose code guests see on the wall; a link, or another tablet's share, is copied for this one. */
    guestShareId: orNull(Type.String({ maxLength: 100 })),
  },
  { $id: 'TabletSettings' },
);
export type TabletSettings = Static<typeof TabletSettings>;

export const exampleSettings: TabletSettings = {
  startsWith: 'home',
  startsWithAlbumId: null,
  returnAfterSeconds: 300,
  secondsPerPhoto: 90,
  order: 'album',
  shuffleBy: 'photos',
  fit: 'contain',
  pairs: false,
  caption: false,
  date: false,
  clockOverlay: false,
  countdown: true,
  hours: 12,
  locale: 'en',
  programme: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', shows: 'black' }],
  place: null,
  transitions: true,
  guestShareId: null,
};

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

/** A time during which the wall showed the same, by the tablet's own clock. */
export const DiaryEntry = Type.Object(
  {
    at: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: 'In minutes since 1970' }),
    minutes: Type.Integer({ minimum: 1, maximum: 2 ** 20 }),
    shows: oneOf(['photo', 'page', 'dark', 'off'], {
      description: '`dark`: by its programme. `off`: nothing, without power or with its page closed',
    }),
    photo: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: 'A hash of its album and file name' }),
    ),
    offline: Type.Optional(Type.Boolean({ description: 'The server was out of reach' })),
    mark: Type.Optional(
      oneOf(['started', 'back'], {
        description:
          'The page was loaded anew before it; `back`: into the build before, since the newer one did not start',
      }),
    ),
  },
  { ...exactly, $id: 'DiaryEntry', examples: [{ at: 29_497_680, minutes: 90, shows: 'photo', photo: 2_718_281_828 }] },
);
export type DiaryEntry = Static<typeof DiaryEntry>;
