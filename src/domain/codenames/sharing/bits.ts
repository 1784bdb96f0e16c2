/** The characters of an address that need no escape, each for six bits. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHARACTER_BITS = 6;

/** Writes numbers of a few bits each one after the other. */
export class BitWriter {
  #bits: number[] = [];

  write(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit -= 1) this.#bits.push((value >> bit) & 1);
  }

  text(): string {
    let text = '';
    for (let at = 0; at < this.#bits.length; at += CHARACTER_BITS) {
      let value = 0;
      for (let bit = 0; bit < CHARACTER_BITS; bit += 1) value = value * 2 + (this.#bits[at + bit] ?? 0);
      text += CHARACTERS.charAt(value);
    }
    return text;
  }
}

/** Reads them again; throws where the text ends too early, or holds another character. */
export class BitReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(width: number): number {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) value = value * 2 + this.#next();
    return value;
  }

  #next(): number {
    const character = this.#text.charAt(Math.floor(this.#at / CHARACTER_BITS));
    const value = character === '' ? -1 : CHARACTERS.indexOf(character);
    if (value < 0) throw new Error('This is no game');
    const bit = (value >> (CHARACTER_BITS - 1 - (this.#at % CHARACTER_BITS))) & 1;
    this.#at += 1;
    return bit;
  }
}
