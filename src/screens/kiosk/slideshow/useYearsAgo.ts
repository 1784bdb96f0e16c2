import { useEffect, useState } from 'react';

type YearsAgoText = (years: number, locale: string) => string;

/** 'Three years ago today' for photos of this day in an earlier year. Its words are loaded with the first of them. */
export function useYearsAgo(years: number | undefined, locale: string): string | undefined {
  const [say, setSay] = useState<YearsAgoText>();
  const isDue = years !== undefined && !say;
  useEffect(() => {
    if (!isDue) return;
    void import('#domain/tablets/languages/yearsAgo.ts').then(
      ({ yearsAgoText }) => setSay(() => yearsAgoText),
      // The next such photo tries again.
      () => undefined,
    );
  }, [isDue]);
  return years === undefined ? undefined : say?.(years, locale);
}
