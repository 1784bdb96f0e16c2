import { recordOf, textOf } from '#domain/records.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';

type Translate = (english: KioskText) => string;

const translate = createObservable<Translate>((english) => english);

/** Called with the texts of the tablet's language by the English ones; missing ones stay English. */
export function setTexts(texts: unknown): void {
  const known = recordOf(texts);
  translate.set((english) => textOf(known, english) || english);
}

/** Returns a function that translates a text of the kiosk into the tablet's language. */
export function useTexts(): Translate {
  return useObservable(translate);
}
