/** A photo that was not in its album before: uploaded, sent by a guest, or taken from a source or a folder. */
export interface AddedPhoto {
  albumId: string;
  /** The name of the photo within its album. */
  filename: string;
  /** Sent by a guest, and shown only once somebody approves it. */
  waits: boolean;
}
