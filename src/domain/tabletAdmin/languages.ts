import { isLocale } from '../tablets/isLocale.ts';

/** Languages that are offered by name; a tablet understands every other that browsers know as well. */
const OFFERED = (
  'en en-GB en-US de de-AT de-CH fr fr-CA fr-CH es es-MX it pt pt-BR ' +
  'nl da nb sv fi is et lv lt pl cs sk sl hr sr hu ro bg ' +
  'el tr uk ru he ar fa hi bn th vi id ms zh-Hans zh-Hant ja ko ca eu gl ga cy lb'
).split(' ');

export interface Language {
  locale: string;
  /** In the language itself. */
  name: string;
}

/** The offered languages by name, with the tablet's own among them. */
export function languagesWith(own: string): Language[] {
  const locales = new Set([...OFFERED, own].filter(isLocale));
  const named = Array.from(locales, (locale) => ({ locale, name: nameOf(locale) }));
  return named.sort((one, other) => one.name.localeCompare(other.name));
}

function nameOf(locale: string): string {
  if (typeof Intl.DisplayNames === 'undefined') return locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
