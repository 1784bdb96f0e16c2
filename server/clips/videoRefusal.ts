/** The reason why a video cannot be a clip. */
export class VideoRefusal extends Error {
  override name = 'VideoRefusal';
}
