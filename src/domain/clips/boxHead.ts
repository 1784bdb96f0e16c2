/** The head of a box: videos and HEIC files are made of boxes, one after another or within others. */
export interface BoxHead {
  name: string;
  headBytes: number;
  /** With the head; 0: to the end of the file. */
  bytes: number;
}

/** The longest head: a box names its size in 32 bits, and where that is 1, in the 64 after its name. */
export const BOX_HEAD_BYTES = 16;
const SHORT_HEAD_BYTES = 8;

/** Reads the head of the box at a place; undefined where the bytes end before it does. */
export function boxHeadAt(view: DataView, place: number): BoxHead | undefined {
  const left = view.byteLength - place;
  if (left < SHORT_HEAD_BYTES) return undefined;
  const name = textAt(view, place + 4);
  const bytes = view.getUint32(place);
  if (bytes !== 1) return { name, headBytes: SHORT_HEAD_BYTES, bytes };
  if (left < BOX_HEAD_BYTES) return undefined;
  return { name, headBytes: BOX_HEAD_BYTES, bytes: Number(view.getBigUint64(place + SHORT_HEAD_BYTES)) };
}

/** Four bytes, each as one character. */
export function textAt(view: DataView, place: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(place + index)));
}
