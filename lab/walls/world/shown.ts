/** A photo that is on the screen. */
export interface Shown {
  albumSlug: string;
  filename: string;
}
