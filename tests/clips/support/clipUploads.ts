import { CLIP_FIELD, clipNameOf, clipPath } from '#contract/clips/clips.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { UPLOAD_FIELD } from '#contract/paths.ts';
import { jpeg } from '#support/pictures/images.ts';
import type { PhotoClient } from '#support/server/photoClient.ts';

export const NAME = 'IMG_1.jpg';

type Part = [field: string, content: Buffer | string, name?: string];

export function form(...parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const [field, content, name] of parts) {
    if (typeof content === 'string') data.append(field, content);
    else data.append(field, new Blob([new Uint8Array(content)]), name);
  }
  return data;
}

export function withClip(picture: Buffer, clip: Buffer, name = NAME): FormData {
  return form([CLIP_FIELD, clip, clipNameOf(name)], [UPLOAD_FIELD, picture, name]);
}

/** A photo with this clip, in an album of its own. */
export async function photoWith(client: PhotoClient, clip: Buffer): Promise<{ albumId: string; photo: Photo }> {
  const { id } = await client.createAlbum();
  const { body } = await client.send(id, withClip(await jpeg(), clip));
  const [photo] = body.photos;
  if (!photo?.clip) throw new Error(JSON.stringify(body));
  return { albumId: id, photo };
}

type Named = Pick<Photo, 'albumSlug' | 'filename'>;

export function clipOf({ server }: PhotoClient, photo: Named, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.origin + clipPath(photo), { headers });
}

export async function clipBytes(client: PhotoClient, photo: Named): Promise<Buffer> {
  const response = await clipOf(client, photo);
  if (response.status !== 200) throw new Error(`${response.status} for the clip of ${photo.filename}`);
  return Buffer.from(await response.arrayBuffer());
}
