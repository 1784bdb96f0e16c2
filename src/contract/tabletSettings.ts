import { PHOTO_SEQUENCES } from './limits.ts';
import type { Place, Rule } from './schemas/programme.ts';

/**
 * The settings of a tablet: one row each. Schema, defaults, reading from a disk, the switches of the admin's form and
 * the API document all come from this table. A row with `oneOf` is a choice, one with `min` a number, one whose default
 * is true or false a switch, and one whose default is null an id; `programme` and `place` have rules of their own.
 */
export const TABLET_SETTINGS = {
  /** The page that the tablet opens by itself: one of the two screens, or the slideshow of `startsWithAlbumId`. */
  startsWith: { oneOf: ['home', 'clock', 'slideshow'], default: 'home' },
  /** Null: all photos that the tablet may see. */
  startsWithAlbumId: { default: null },
  /**
   * The time without a touch after which the tablet returns to the page that it begins with, unless it begins with the
   * home; 0: never.
   */
  returnAfterSeconds: { min: 0, max: 86_400, default: 300 },
  /** Earlier versions stored less than the least that may be set today. */
  secondsPerPhoto: { min: 5, minStored: 1, max: 86_400, default: 90 },
  order: { oneOf: PHOTO_SEQUENCES, default: 'album' },
  /** In a shuffled order each of these gets the same number of turns. */
  shuffleBy: { oneOf: ['photos', 'albums', 'years'], default: 'photos' },
  /** Whether a photo is shown whole, or fills the screen and is cropped. */
  fit: { oneOf: ['contain', 'cover'], default: 'contain' },
  pairs: { default: false, label: 'Two upright photos side by side' },
  transitions: { default: true, label: 'Fade from photo to photo' },
  caption: { default: false, label: 'Caption' },
  date: { default: false, label: 'Date' },
  clockOverlay: { default: false, label: 'Small clock' },
  /** A ring that shows the time until the next photo. */
  countdown: { default: true, label: 'Countdown' },
  hours: { oneOf: [12, 24], default: 12 },
  /** BCP 47, such as 'de' or 'fr-CA'. */
  locale: { default: 'en' },
  /** The first rule that fits the tablet's own time applies; where none fits, `startsWith`. */
  programme: { default: [] },
  /** The place of the tablet, for rules by the sun. */
  place: { default: null },
  /** The share whose code guests see on the wall; a link, or another tablet's share, is copied for this one. */
  guestShareId: { default: null },
} as const satisfies Record<string, SettingRow>;

export interface SettingRow {
  readonly default: unknown;
  readonly oneOf?: readonly (string | number)[];
  readonly min?: number;
  /** The least number that a disk may hold, where it is less than `min`. */
  readonly minStored?: number;
  readonly max?: number;
  /** The name of a switch in the admin's form. */
  readonly label?: string;
}

type Table = typeof TABLET_SETTINGS;
export type SettingName = keyof Table;

type ValueOf<Row> = Row extends { oneOf: readonly (infer Value)[] }
  ? Value
  : Row extends { default: boolean }
    ? boolean
    : Row extends { default: number }
      ? number
      : Row extends { default: string }
        ? string
        : string | null;

export type TabletSettings = {
  [Name in Exclude<SettingName, 'programme' | 'place'>]: ValueOf<Table[Name]>;
} & { programme: Rule[]; place: Place | null };

/** The settings that are on or off. */
export type SwitchName = { [Name in SettingName]: Table[Name] extends { label: string } ? Name : never }[SettingName];

function defaultsOf(table: Table): TabletSettings;
function defaultsOf(table: Record<string, SettingRow>): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const name of Object.keys(table)) defaults[name] = table[name]?.default;
  return defaults;
}

export const DEFAULT_TABLET_SETTINGS = defaultsOf(TABLET_SETTINGS);
