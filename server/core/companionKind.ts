/** The name of a file that a subject stores beside a photo's own, in the photo's folder. */
export type CompanionPart = `beside-${string}`;

/** The fields that a companion adds to its photo, as the calls send them. */
export type CompanionFields = Record<string, unknown>;

export interface MakeCompanion {
  /** The received file, of which the companion is made. */
  from: string;
  /** The bytes of that file to make it of; absent: all. */
  within?: { start: number; end: number } | undefined;
  /** The path of the new file. */
  to: string;
  /** The clockwise turn in degrees, for a photo that is rotated. */
  degrees?: number;
}

export interface Making {
  signal: AbortSignal;
  /** The person or the part of the server for which it is made: they take turns. */
  owner: string;
}

/** A kind of file that a subject stores beside photos, such as something that was taken together with the picture. */
export interface CompanionKind {
  part: CompanionPart;
  /** The field of an upload's form that brings it, the most bytes that it may have, and a sentence about it for the API document. */
  upload: { field: string; maxBytes: number; describes: string };
  /** The name of the picture to which an uploaded file belongs; undefined where it can belong to none. */
  pictureOf: (filename: string) => string | undefined;
  /** Whether a file may be one, by its name. */
  isNamed: (filename: string) => boolean;
  /** The file of each picture among the files of one folder, by the picture's name. */
  pairs: (pictures: readonly string[], others: readonly string[]) => ReadonlyMap<string, string>;
  /** The sentence for such a file without a picture. */
  aloneText: string;
  /** The bytes of a picture's file that are one. */
  within: (picture: string, making: Making) => Promise<{ start: number; end: number } | undefined>;
  /** Makes the file to be stored, durably when it resolves. Throws a UserError for a file that cannot be one. */
  make: (files: MakeCompanion, making: Making) => Promise<CompanionFields>;
}
