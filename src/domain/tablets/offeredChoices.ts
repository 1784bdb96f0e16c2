import type { Album } from '#contract/photos/schemas.ts';
import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { photosIn } from '#domain/albums/albumTree.ts';
import { countOf } from '#domain/curation/counts.ts';
import { isLocale } from './languages/isLocale.ts';

const OFFERED_SECONDS = [5, 10, 15, 30, 45, 60, 90, 120, 300, 600, 1_800, 3_600, 86_400];

/** The choices of seconds for a photo, including the tablet's own value. */
export function offeredSeconds(own: number): number[] {
  return [...new Set([...OFFERED_SECONDS, own])].sort((one, other) => one - other);
}

const OFFERED_RETURNS = [0, 60, 120, 300, 600, 1_800, 3_600];

/** The choices of seconds after which a tablet returns to its first page, including its own value; 0 for never. */
export function offeredReturns(own: number): number[] {
  return [...new Set([...OFFERED_RETURNS, own])].sort((one, other) => one - other);
}

/** '90 seconds', '5 minutes', '1 hour'. */
export function durationText(seconds: number): string {
  if (seconds < 120 && seconds !== 60) return countOf(seconds, 'second');
  for (const [unit, length] of UNITS) {
    if (seconds % length === 0) return countOf(seconds / length, unit);
  }
  return countOf(seconds, 'second');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Languages that are offered by name; a tablet also accepts every other language that browsers know. */
const OFFERED_LOCALES = (
  'en en-GB en-US de de-AT de-CH fr fr-CA fr-CH es es-MX it pt pt-BR ' +
  'nl da nb sv fi is et lv lt pl cs sk sl hr sr hu ro bg ' +
  'el tr uk ru he ar fa hi bn th vi id ms zh-Hans zh-Hant ja ko ca eu gl ga cy lb'
).split(' ');

/** The languages of the kiosk's texts (domain/tablets/languages). In others only dates are translated. */
const WITH_TEXTS = ['en', 'de', 'es', 'fr'];

interface Language {
  locale: string;
  /** In the language itself. */
  name: string;
  hasTexts: boolean;
}

/** The offered languages by name, including the tablet's own. */
export function languagesWith(own: string): Language[] {
  const locales = new Set([...OFFERED_LOCALES, own].filter(isLocale));
  const named = Array.from(locales, (locale) => ({
    locale,
    name: languageName(locale),
    hasTexts: WITH_TEXTS.includes(locale.split('-')[0] ?? ''),
  }));
  return named.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The offered language that is nearest to a browser's, such as 'de' for 'de-DE'; undefined if there is none. American
 * English is plain 'en', the default of every new tablet.
 */
function offeredLocale(browsers: string): string | undefined {
  const [tag = ''] = browsers.split('-u-');
  if (!isLocale(tag)) return undefined;
  if (tag === 'en-US') return 'en';
  const { language, script } = new Intl.Locale(tag).maximize();
  return [tag, `${language}-${script}`, language].find((locale) => OFFERED_LOCALES.includes(locale));
}

function languageName(locale: string): string {
  if (typeof Intl.DisplayNames === 'undefined') return locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** A name that no tablet has yet: 'Tablet', 'Tablet 2', 'Tablet 3'. */
export function freeTabletName(taken: Iterable<string>): string {
  const names = new Set(Array.from(taken, (name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Tablet' : `Tablet ${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

export type TabletStart = Pick<TabletSettings, 'startsWith' | 'startsWithAlbumId'>;

/** The proposed start for a new tablet: a slideshow of everything as soon as there is a photo, else its menu. */
export function proposedStart(albums: readonly Album[]): TabletStart {
  return { startsWith: photosIn(albums) > 0 ? 'slideshow' : 'home', startsWithAlbumId: null };
}

/** The result of `Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()`. */
interface BrowserHabits {
  locale: string;
  hour12?: boolean | undefined;
}

/** A new tablet gets the language and the clock of the browser in which it is made. */
export function settingsLike({ locale, hour12 }: BrowserHabits): Pick<TabletSettings, 'locale' | 'hours'> {
  const hours = hour12 === undefined ? DEFAULT_TABLET_SETTINGS.hours : hour12 ? 12 : 24;
  return { locale: offeredLocale(locale) ?? DEFAULT_TABLET_SETTINGS.locale, hours };
}
