import { PHOTO_SEQUENCES } from '#contract/limits.ts';
import type { Place, Rule } from '#contract/programme/schemas.ts';

/** A number with its limits. Earlier versions may have stored less than the least that may be set today. */
interface NumberRow {
  readonly default: number;
  readonly min: number;
  readonly minStored?: number;
  readonly max: number;
}

export type SettingRow = readonly (string | number)[] | NumberRow | boolean | string | null;

/**
 * The settings of a tablet, one row each: a list of choices, of which the first is the default; a number with its limits;
 * a switch or a text by its default; or null for an id that may be absent. `programme` and `place` have rules of their
 * own. Schema, defaults, reading from a disk, the switches of the admin's form and the API document come from this table.
 * The first script of every page has it, so the names that an admin reads stand apart (domain/tablets/switches.ts).
 */
export const TABLET_SETTINGS = {
  /** The page that the tablet opens by itself: one of the two screens, or the slideshow of `startsWithAlbumId`. */
  startsWith: ['home', 'clock', 'slideshow'],
  /** Null: all photos that the tablet may see. */
  startsWithAlbumId: null,
  /**
   * The time without a touch after which the tablet returns to the page that it begins with, unless it begins with the
   * home; 0: never.
   */
  returnAfterSeconds: { min: 0, max: 86_400, default: 300 },
  secondsPerPhoto: { min: 5, minStored: 1, max: 86_400, default: 90 },
  order: PHOTO_SEQUENCES,
  /** In a shuffled order each of these gets the same number of turns. */
  shuffleBy: ['photos', 'albums', 'years'],
  /** Whether a photo is shown whole, or fills the screen and is cropped. */
  fit: ['contain', 'cover'],
  /** Two upright photos side by side. */
  pairs: false,
  /** Whether one photo fades into the next. */
  transitions: true,
  /** Whether the clip of a photo plays once when the photo comes. */
  clips: ['once', 'off'],
  caption: false,
  date: false,
  clockOverlay: false,
  /** A ring that shows the time until the next photo. */
  countdown: true,
  hours: [12, 24],
  /** BCP 47, such as 'de' or 'fr-CA'. */
  locale: 'en',
  /** The place of the tablet, for rules by the sun. */
  place: null,
  /** The share whose code guests see on the wall; a link, or another tablet's share, is copied for this one. */
  guestShareId: null,
} as const satisfies Record<string, SettingRow>;

type Table = typeof TABLET_SETTINGS;
export type SettingName = keyof Table;

type ValueOf<Row> = Row extends readonly (infer Value)[]
  ? Value
  : Row extends boolean
    ? boolean
    : Row extends NumberRow
      ? number
      : Row extends string
        ? string
        : string | null;

export type TabletSettings = { [Name in Exclude<SettingName, 'place'>]: ValueOf<Table[Name]> } & {
  place: Place | null;
  /** The first rule that fits the tablet's own time applies; where none fits, `startsWith`. */
  programme: Rule[];
};

/** The settings that are on or off. */
export type SwitchName = { [Name in SettingName]: Table[Name] extends boolean ? Name : never }[SettingName];

function defaultsOf(table: Table): TabletSettings;
function defaultsOf(table: Record<string, SettingRow>): Record<string, unknown> {
  const defaults: Record<string, unknown> = { programme: [] };
  for (const name in table) defaults[name] = defaultOf(table[name]);
  return defaults;
}

function defaultOf(row: SettingRow | undefined): unknown {
  if (!(row instanceof Object)) return row;
  return 'default' in row ? row.default : row[0];
}

export const DEFAULT_TABLET_SETTINGS = defaultsOf(TABLET_SETTINGS);
