import { isRecord, parsedJson } from '../records.ts';
import { cutCaption, type PhotoAbout } from './photoAbout.ts';

const SIDECAR = 'supplemental-metadata';
/** Google cuts the name of a sidecar, without `.json`, to this length; a number such as `(1)` follows the cut. */
const CUT_AT = 46;
/** The endings of pictures that Google's editor made beside the original, in the languages of its users. */
const EDITED = [
  '-edited',
  '-effects',
  '-smile',
  '-mix',
  '-collage',
  '-bearbeitet',
  '-bewerkt',
  '-editado',
  '-ha editado',
  '-editat',
  '-modifié',
  '-modificato',
  '-edytowane',
  '-upraveno',
  '-redigerad',
  '-redigeret',
  '-redigert',
  '-muokattu',
  '-szerkesztve',
  '-düzenlendi',
  '-изменено',
  '-編集済み',
  '-已編輯',
  '-수정됨',
];
/** A cut ending, such as `-edi`, is only searched for in names of this length, which were cut. */
const CUT_NAME = 45;

/** Whether a file may describe a picture or an album. */
export function isSidecar(name: string): boolean {
  return /\.json$/i.test(name);
}

/** A file's name in parts: `IMG(1).jpg` is `IMG`, `(1)` and `.jpg`. */
interface Parts {
  stem: string;
  number: string;
  extension: string;
}

function partsOf(name: string): Parts {
  const extension = /\.[^.]*$/.exec(name)?.[0] ?? '';
  const [stem, number] = numberedApart(name.slice(0, name.length - extension.length));
  return { stem, number, extension };
}

function numberedApart(text: string): [stem: string, number: string] {
  const number = /.(\(\d+\))$/s.exec(text)?.[1] ?? '';
  return [text.slice(0, text.length - number.length), number];
}

/** The picture that a sidecar's name names; a name of full length may be only the beginning of the picture's. */
interface Described {
  json: string;
  name: string;
  number: string;
  isCut: boolean;
}

function describedBy(json: string): Described {
  const base = json.normalize('NFC').replace(/\.json$/i, '');
  const [whole, number] = numberedApart(base);
  const dot = whole.lastIndexOf('.');
  const ending = whole.slice(dot + 1).toLowerCase();
  // `IMG.jpg.`, where the cut left nothing of the ending, counts too.
  const isEnding = dot > 0 && SIDECAR.startsWith(ending);
  const name = isEnding ? whole.slice(0, dot) : whole;
  return { json, name: name.toLowerCase(), number, isCut: whole.length >= CUT_AT };
}

function withoutEdited(stem: string): string | undefined {
  const full = EDITED.find((ending) => stem.endsWith(ending));
  if (full) return stem.slice(0, -full.length);
  if (stem.length < CUT_NAME) return undefined;
  const dash = stem.lastIndexOf('-');
  const rest = stem.slice(dash);
  return dash > 0 && EDITED.some((ending) => ending.startsWith(rest)) ? stem.slice(0, dash) : undefined;
}

interface Wanted {
  name: string;
  number: string;
}

/** The possible names of a picture's sidecar, the likeliest first. */
function wantedFor(picture: string): Wanted[] {
  const { stem, number, extension } = partsOf(picture.normalize('NFC').toLowerCase());
  const original = withoutEdited(stem);
  const stems = original === undefined ? [stem] : [stem, original];
  return [
    ...stems.flatMap((one) => [
      { name: one + extension, number },
      { name: one + number + extension, number: '' },
    ]),
    ...stems.flatMap((one) => [
      { name: one, number },
      { name: one + number, number: '' },
    ]),
  ];
}

/**
 * The sidecar of each picture among the files of one folder, by the picture's name. Google writes one beside each
 * picture and cuts, numbers and renames it by rules that changed over the years.
 */
export function sidecarsIn(names: readonly string[]): Map<string, string> {
  const sidecars = names.filter(isSidecar).map(describedBy);
  const byName = new Map(sidecars.map((one) => [`${one.name}|${one.number}`, one.json]));
  const beginnings = new Beginnings(sidecars.filter(({ isCut }) => isCut));
  const byStem = new Map(sidecars.map((one) => [stemKey(one), one.json]));
  const found = new Map<string, string>();
  for (const picture of names) {
    if (isSidecar(picture)) continue;
    const wanted = wantedFor(picture);
    const json =
      firstOf(wanted, ({ name, number }) => byName.get(`${name}|${number}`)) ??
      firstOf(wanted, (one) => beginnings.of(one)) ??
      // The picture was converted, or edited into another format: `IMG-edited.jpg` from `IMG.HEIC`.
      firstOf(wanted, (one) => byStem.get(stemKey(one)));
    if (json !== undefined) found.set(picture, json);
  }
  return found;
}

function stemKey({ name, number: outer }: Wanted): string {
  const { stem, number } = partsOf(name);
  return `${stem}${number}|${outer}`;
}

/**
 * Finds sidecars whose names may be only the beginnings of their pictures' names. Cut names have few different lengths:
 * asking the index once for each length takes as long for many sidecars as for one.
 */
class Beginnings {
  readonly #json: readonly string[];
  /** By number and length: the place of the first sidecar of each name. */
  readonly #byNumber = new Map<string, Map<number, Map<string, number>>>();

  constructor(sidecars: readonly Described[]) {
    this.#json = sidecars.map(({ json }) => json);
    for (const [place, { name, number }] of sidecars.entries()) {
      const byLength = entryOf(this.#byNumber, number, () => new Map<number, Map<string, number>>());
      entryOf(
        entryOf(byLength, name.length, () => new Map<string, number>()),
        name,
        () => place,
      );
    }
  }

  /** The first sidecar with this number whose name is the beginning of this one. */
  of({ name, number }: Wanted): string | undefined {
    let first = Infinity;
    for (const [length, places] of this.#byNumber.get(number) ?? []) {
      first = Math.min(first, places.get(name.slice(0, length)) ?? Infinity);
    }
    return this.#json[first];
  }
}

/** The entry of a map, made if it is missing. */
function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function firstOf(wanted: readonly Wanted[], find: (one: Wanted) => string | undefined): string | undefined {
  for (const one of wanted) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A sidecar's content: of a picture, of an album, or of neither. */
export interface SidecarContent {
  about?: PhotoAbout;
  albumTitle?: string;
}

const MS_PER_SECOND = 1_000;

/** Reads the JSON that Google's Takeout writes; anything else gives nothing. */
export function readSidecar(text: string): SidecarContent {
  const content = parsedJson(text.replace(/^\uFEFF/, ''));
  if (!isRecord(content)) return {};
  const takenAt = timeOf(content.photoTakenTime);
  const isOfPicture = takenAt !== undefined || 'imageViews' in content || content.trashed === true;
  if (!isOfPicture) {
    const album = isRecord(content.albumData) ? content.albumData : content;
    const title = textIn(album, 'title');
    return title === undefined ? {} : { albumTitle: title };
  }
  const caption = textIn(content, 'description');
  const about = {
    ...(takenAt !== undefined && { takenAt }),
    ...(caption !== undefined && { caption: cutCaption(caption) }),
    ...(content.trashed === true && { isTrashed: true as const }),
  };
  return { about };
}

/** Reads seconds since 1970, written as a text. Google writes 0 for an unknown time. */
function timeOf(value: unknown): number | undefined {
  const seconds = Number(isRecord(value) ? (value.timestamp ?? Number.NaN) : Number.NaN);
  const time = seconds * MS_PER_SECOND;
  return Number.isFinite(time) && time !== 0 && !Number.isNaN(new Date(time).getTime()) ? time : undefined;
}

function textIn(record: Record<string, unknown>, field: string): string | undefined {
  const value = record[field];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
