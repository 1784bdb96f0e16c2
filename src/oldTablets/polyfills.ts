// Fills in the functions that the shared rules use and the browsers of old tablets lack. Imported first. Nothing else
// is filled in: a test compares the calls of the built script with the functions of those browsers.

function lacks(owner: object, name: string): boolean {
  return !(name in owner);
}

if (lacks(Object, 'entries')) {
  Object.defineProperty(Object, 'entries', {
    value: (record: Record<string, unknown>) => Object.keys(record).map((name) => [name, record[name]]),
  });
}

if (lacks(Math, 'imul')) {
  Object.defineProperty(Math, 'imul', {
    // Multiplied in halves, since a product of two 32-bit numbers would lose its last digits.
    value: (one: number, other: number) =>
      ((one & 0xffff) * other + ((((one >>> 16) * (other & 0xffff)) & 0xffff) << 16)) | 0,
  });
}

if (lacks(String.prototype, 'padStart')) {
  // oxlint-disable-next-line no-extend-native -- with the meaning that the standard gives it
  Object.defineProperty(String.prototype, 'padStart', {
    value(this: string, length: number, filler: string) {
      let text: string = this.slice(0);
      while (text.length < length) text = filler + text;
      return text;
    },
  });
}
