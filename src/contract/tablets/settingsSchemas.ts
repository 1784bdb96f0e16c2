import { type TSchema, Type } from 'typebox';
import { RULES } from '#contract/programme/programme.ts';
import {
  DEFAULT_TABLET_SETTINGS,
  type SettingRow,
  TABLET_SETTINGS,
  type TabletSettings as Settings,
} from './tabletSettings.ts';
import { EarlierNight, Place, Rule } from '#contract/programme/schemas.ts';
import { orNull } from '#contract/schemas.ts';

const ID = orNull(Type.String({ maxLength: 100 }));

/** The settings whose values the table does not describe in full. */
const OTHERS: Record<string, TSchema> = {
  locale: Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47, such as `de` or `fr-CA`' }),
  place: orNull(Place),
  programme: Type.Array(Rule, { maxItems: RULES.max }),
};

function schemaOf(row: SettingRow): TSchema {
  if (row === null) return ID;
  if (typeof row !== 'object') return typeof row === 'boolean' ? Type.Boolean() : Type.String();
  if ('default' in row) return Type.Integer({ minimum: row.min, maximum: row.max });
  return Type.Union(row.map((value) => Type.Literal(value)));
}

const PROPERTIES = {
  ...Object.fromEntries(Object.entries<SettingRow>(TABLET_SETTINGS).map(([name, row]) => [name, schemaOf(row)])),
  ...OTHERS,
};

export const TabletSettings = Type.Unsafe<Settings>(Type.Object(PROPERTIES, { $id: 'TabletSettings' }));
export type TabletSettings = Settings;

/** Some of the settings, as an admin changes them. */
export const TabletSettingChanges = Type.Unsafe<Partial<Settings>>(
  Type.Partial(Type.Object(PROPERTIES), { additionalProperties: false }),
);

/** The settings as a wall reads them. */
export const SettingsOnWall = Type.Unsafe<Settings & { night?: EarlierNight }>(
  Type.Object({
    ...PROPERTIES,
    night: Type.Optional({ ...EarlierNight, description: 'For tablets that run a version without programmes' }),
  }),
);

export const exampleSettings: Settings = {
  ...DEFAULT_TABLET_SETTINGS,
  programme: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', shows: 'black' }],
};
