import { foldText } from './foldText.ts';

/** A search: photos whose texts contain all words, taken within the time if one was named. */
export interface SearchQuery {
  words: string[];
  taken?: Period;
}

/** In milliseconds since 1970, `until` not included. */
interface Period {
  from: number;
  until: number;
}

const MONTHS = 12;
/** The most words of a search: each is searched for in every photo, and a short one is found in many places of each. */
const WORDS = 8;
const SHORT_WORDS = 3;
const SHORT_CHARACTERS = 2;
const YEAR_AND_MONTH = /^(?<year>(?:19|20)\d\d)[-/.](?<month>\d{1,2})$/;
const MONTH_AND_YEAR = /^(?<month>\d{1,2})[-/.](?<year>(?:19|20)\d\d)$/;
/** 'Jul.' is July too. */
const FINAL_DOT = /\.$/;

/** Understands 'July 2024', '2024-07', '07/2024' and '2024'; month names may be in any of the languages. */
export function parseSearch(text: string, languages: readonly string[]): SearchQuery {
  const words = boundedWords(foldText(text).match(/\S+/g) ?? []);
  return withoutMonthName(words, monthNames(languages)) ?? withoutNumbers(words) ?? { words };
}

/** The first words; of the short ones only a few. */
function boundedWords(words: readonly string[]): string[] {
  let short = 0;
  return words.filter((word) => word.length > SHORT_CHARACTERS || ++short <= SHORT_WORDS).slice(0, WORDS);
}

function withoutMonthName(words: string[], names: ReadonlyMap<string, number>): SearchQuery | undefined {
  for (const [index, word] of words.entries()) {
    const month = names.get(word.replace(FINAL_DOT, ''));
    if (month === undefined) continue;
    for (const at of [index + 1, index - 1]) {
      const year = Number(words[at]);
      if (!isYear(year)) continue;
      const rest = words.filter((_, place) => place !== index && place !== at);
      return { words: rest, taken: monthOf(year, month) };
    }
  }
  return undefined;
}

function withoutNumbers(words: string[]): SearchQuery | undefined {
  for (const [index, word] of words.entries()) {
    const taken = timeOf(word);
    if (taken) return { words: words.filter((_, place) => place !== index), taken };
  }
  return undefined;
}

function timeOf(word: string): Period | undefined {
  if (isYear(Number(word))) return between(Number(word), 0, MONTHS);
  const groups = (YEAR_AND_MONTH.exec(word) ?? MONTH_AND_YEAR.exec(word))?.groups;
  if (!groups) return undefined;
  const month = Number(groups.month);
  return month >= 1 && month <= MONTHS ? monthOf(Number(groups.year), month - 1) : undefined;
}

/** Whether a number can be the year in which a photo was taken. Other numbers are words to search for. */
function isYear(number: number): boolean {
  return Number.isInteger(number) && number >= 1900 && number < 2100;
}

function monthOf(year: number, month: number): Period {
  return between(year, month, month + 1);
}

/** Days are those of the server's clock, like photos' times without a zone. */
function between(year: number, from: number, until: number): Period {
  return { from: new Date(year, from).getTime(), until: new Date(year, until).getTime() };
}

function monthNames(languages: readonly string[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      for (let month = 0; month < MONTHS; month += 1) {
        names.set(foldText(format.format(Date.UTC(2000, month))).replace(FINAL_DOT, ''), month);
      }
    }
  }
  return names;
}
