import type { KioskTexts } from './kioskText.ts';

/**
 * The texts of a language, each language in a separately loaded file; undefined for English, and for a language without
 * texts.
 */
export async function loadTexts(locale: string): Promise<KioskTexts | undefined> {
  const [language] = locale.split('-');
  if (language === 'de') return (await import('./de.ts')).TEXTS;
  if (language === 'fr') return (await import('./fr.ts')).TEXTS;
  if (language === 'es') return (await import('./es.ts')).TEXTS;
  return undefined;
}
