import { useEffect, useState } from 'react';
import { textOf } from '#domain/records.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';

/**
 * The function that says a text in the browser's language: a screen that is no tablet yet has none of its own. What there
 * is no text for stays as it is.
 */
export function useBrowserTexts(isNeeded: boolean): (english: string) => string {
  const [texts, setTexts] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!isNeeded) return;
    void loadTexts(window.navigator.language).then(
      (loaded) => setTexts(loaded ?? {}),
      () => undefined,
    );
  }, [isNeeded]);
  return (english) => textOf(texts, english) || english;
}
