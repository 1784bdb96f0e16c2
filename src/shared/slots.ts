/** One chosen file in the form in which it is sent. */
export interface PreparedFile {
  photo: File;
  /** Fields of the form before the photo's, by their names. */
  before?: Readonly<Record<string, string>>;
  /** A file that belongs to the photo, with the name of its field. */
  beside?: { field: string; file: File };
  /** When the photo was taken, in milliseconds since 1970, where the sent file does not say so. */
  takenAt?: number;
  /** A sentence on the part of the file that is not kept. The photo is stored all the same. */
  note?: string;
}

export interface Preparing {
  /** The file that goes with this picture. */
  companion: File | undefined;
  /** The SHA-256 of the file, where it is known. */
  hash: string | undefined;
  /** Aborts when the file is not wanted any more. */
  signal: AbortSignal;
  /** Called with the share that is done, from 0 to 1, once there is something to do that takes long. */
  onProgress: (share: number) => void;
}

/** The reason why a file cannot be prepared, as people read it. */
export interface Refusal {
  refused: string;
}

/** Makes chosen files into what is sent. */
export interface Preparation {
  /** The kinds of file that it takes beside pictures, as file pickers name them. */
  accept: string;
  /** The files of a choice that are sent with a picture of it: by their names, the picture's. */
  companionsIn: (names: readonly string[]) => ReadonlyMap<string, string>;
  /** Whether it makes a photo of a file that is no picture, by its name before it is read, and by its first bytes. */
  takesName: (name: string) => boolean;
  takesContent: (firstBytes: Uint8Array) => boolean;
  /** Undefined for a file that is sent as it is. */
  prepare: (file: File, preparing: Preparing) => Promise<PreparedFile | Refusal | undefined>;
}
