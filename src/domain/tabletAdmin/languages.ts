import { isLocale } from '../tablets/languages/isLocale.ts';

/** Languages that are offered by name; a tablet understands every other that browsers know as well. */
const OFFERED = (
  'en en-GB en-US de de-AT de-CH fr fr-CA fr-CH es es-MX it pt pt-BR ' +
  'nl da nb sv fi is et lv lt pl cs sk sl hr sr hu ro bg ' +
  'el tr uk ru he ar fa hi bn th vi id ms zh-Hans zh-Hant ja ko ca eu gl ga cy lb'
).split(' ');

/** The languages that the kiosk's texts are written in (domain/tablets/languages). In others it writes dates alone. */
const WITH_TEXTS = ['en', 'de', 'es', 'fr'];

export interface Language {
  locale: string;
  /** In the language itself. */
  name: string;
  hasTexts: boolean;
}

/** The offered languages by name, with the tablet's own among them. */
export function languagesWith(own: string): Language[] {
  const locales = new Set([...OFFERED, own].filter(isLocale));
  const named = Array.from(locales, (locale) => ({
    locale,
    name: nameOf(locale),
    hasTexts: WITH_TEXTS.includes(locale.split('-')[0] ?? ''),
  }));
  return named.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The offered language that is nearest to a browser's, such as 'de' for 'de-DE'; undefined if there is none. American
 * English is the plain one, whose dates are those of every tablet at first.
 */
export function offeredLocale(browsers: string): string | undefined {
  const [tag = ''] = browsers.split('-u-');
  if (!isLocale(tag)) return undefined;
  if (tag === 'en-US') return 'en';
  const { language, script } = new Intl.Locale(tag).maximize();
  return [tag, `${language}-${script}`, language].find((locale) => OFFERED.includes(locale));
}

function nameOf(locale: string): string {
  if (typeof Intl.DisplayNames === 'undefined') return locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
