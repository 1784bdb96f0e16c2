import { type Static, Type } from 'typebox';
import { PHOTO_SEQUENCES, RETURN_AFTER_SECONDS, SECONDS_PER_PHOTO } from '../limits.ts';
import { oneOf, orNull } from './shared.ts';

const exactly = { additionalProperties: false };
const timeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
const shows = oneOf(['clock', 'black']);

/** From when to when a Tablet is dark, and what it then shows. Times are the tablet's own, as 'HH:MM'. */
const NightSettings = Type.Union([
  Type.Object({ shows, by: Type.Literal('time'), from: timeOfDay, to: timeOfDay }, exactly),
  Type.Object(
    {
      shows,
      by: Type.Literal('sun'),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    },
    exactly,
  ),
]);
export type NightSettings = Static<typeof NightSettings>;

export const TabletSettings = Type.Object(
  {
    /** The page that the Tablet opens by itself: one of the two screens, or the slideshow of `startsWithAlbumId`. */
    startsWith: oneOf(['home', 'clock', 'slideshow']),
    /** Null: all photos that the Tablet may see. */
    startsWithAlbumId: orNull(Type.String({ maxLength: 100 })),
    /**
     * After how long without a touch the Tablet goes back to what it begins with; 0: never. It counts only where that is
     * not its home.
     */
    returnAfterSeconds: Type.Integer({ minimum: 0, maximum: RETURN_AFTER_SECONDS.max }),
    secondsPerPhoto: Type.Integer({ minimum: SECONDS_PER_PHOTO.min, maximum: SECONDS_PER_PHOTO.max }),
    order: oneOf(PHOTO_SEQUENCES),
    /** Whether a photo is shown whole, or fills the screen and loses its edges. */
    fit: oneOf(['contain', 'cover']),
    /** Whether two upright photos stand side by side on a wide screen. */
    pairs: Type.Boolean(),
    /** The texts over a photo. */
    caption: Type.Boolean(),
    date: Type.Boolean(),
    clockOverlay: Type.Boolean(),
    /** Whether the ring is shown that empties until the next photo comes. */
    countdown: Type.Boolean(),
    hours: Type.Union([Type.Literal(12), Type.Literal(24)]),
    /** BCP 47, such as 'de' or 'fr-CA'. */
    locale: Type.String({ minLength: 2, maxLength: 35 }),
    night: orNull(NightSettings),
    transitions: Type.Boolean(),
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
  fit: 'contain',
  pairs: false,
  caption: false,
  date: false,
  clockOverlay: false,
  countdown: true,
  hours: 12,
  locale: 'en',
  night: null,
  transitions: true,
};
