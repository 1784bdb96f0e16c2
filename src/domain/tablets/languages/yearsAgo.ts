interface Words {
  /** 'One' to 'ten', as in the sentence. */
  numbers: string;
  one: (number: string) => string;
  many: (number: string) => string;
}

const ENGLISH: Words = {
  numbers: 'One Two Three Four Five Six Seven Eight Nine Ten',
  one: (number) => `${number} year ago today`,
  many: (number) => `${number} years ago today`,
};

const LANGUAGES: Readonly<Record<string, Words>> = {
  de: {
    numbers: 'einem zwei drei vier fünf sechs sieben acht neun zehn',
    one: (number) => `Heute vor ${number} Jahr`,
    many: (number) => `Heute vor ${number} Jahren`,
  },
  es: {
    numbers: 'un dos tres cuatro cinco seis siete ocho nueve diez',
    one: (number) => `Hoy hace ${number} año`,
    many: (number) => `Hoy hace ${number} años`,
  },
  fr: {
    numbers: 'un deux trois quatre cinq six sept huit neuf dix',
    one: (number) => `Il y a ${number} an aujourd’hui`,
    many: (number) => `Il y a ${number} ans aujourd’hui`,
  },
};

/** 'Three years ago today' in the language of a tablet; in English if that language has no such text. */
export function yearsAgoText(years: number, locale: string): string {
  const { numbers, one, many } = LANGUAGES[locale.split('-')[0] ?? ''] ?? ENGLISH;
  const number = numbers.split(' ')[years - 1] ?? String(years);
  return years === 1 ? one(number) : many(number);
}
