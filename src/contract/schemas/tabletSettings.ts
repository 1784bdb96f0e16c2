import { type TSchema, Type } from 'typebox';
import { RULES } from '../programme.ts';
import {
  DEFAULT_TABLET_SETTINGS,
  type SettingRow,
  TABLET_SETTINGS,
  type TabletSettings as Settings,
} from '../tabletSettings.ts';
import { EarlierNight, Place, Rule } from './programme.ts';
import { orNull } from './shared.ts';

const LOCALE = Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47, such as `de` or `fr-CA`' });
const ID = orNull(Type.String({ maxLength: 100 }));

/** The settings whose values a row does not describe. */
const OTHERS: Record<string, TSchema> = {
  locale: LOCALE,
  programme: Type.Array(Rule, { maxItems: RULES.max }),
  place: orNull(Place),
};

function schemaOf(name: string, { oneOf, min, max, label }: SettingRow): TSchema {
  const other = OTHERS[name];
  if (other) return other;
  if (oneOf) return Type.Union(oneOf.map((value) => Type.Literal(value)));
  if (min !== undefined && max !== undefined) return Type.Integer({ minimum: min, maximum: max });
  return label === undefined ? ID : Type.Boolean({ description: label });
}

const PROPERTIES = Object.fromEntries(
  Object.entries<SettingRow>(TABLET_SETTINGS).map(([name, row]) => [name, schemaOf(name, row)]),
);

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
