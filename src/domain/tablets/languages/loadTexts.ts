import type { KioskTexts } from './kioskText.ts';

/** Undefined for English, and for what there are no texts for. Each language is a file of its own, of which one is loaded. */
export async function loadTexts(locale: string): Promise<KioskTexts | undefined> {
  const [language] = locale.split('-');
  if (language === 'de') return (await import('./de.ts')).TEXTS;
  if (language === 'fr') return (await import('./fr.ts')).TEXTS;
  if (language === 'es') return (await import('./es.ts')).TEXTS;
  return undefined;
}
