import { CAPTION_MAX_CHARACTERS } from '#contract/limits.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { ConflictResponse, PhotoChanges, PhotoDetails } from '#contract/curation/schemas.ts';
import { Photo } from '#contract/photos/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { UserError } from '#server/core/errors.ts';
import {
  downloadHeaders,
  errorWhen,
  file,
  ifMatch,
  json,
  expectedVersion,
  versionTag,
  plainText,
} from '#server/core/http/responses.ts';
import { ALBUM_IN_PATH, PHOTO_PEOPLE, PHOTO_WRITERS, personOf } from '#server/core/access/access.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { AlbumScopes } from '../albums/albumScopes.ts';
import type { PhotoEditor } from './photoEditor.ts';

const tags = ['Photos'];
const example = { id: EXAMPLES.albumId, filename: EXAMPLES.filename };
const params = pathParams(ADMIN_PATTERNS.photo, example);
const NO_PHOTO = errorWhen('There is no such photo');
const detailsSchema = {
  tags,
  summary: 'More about a photo',
  params,
  response: { 200: json('The photo with its file name, size, camera and other albums', PhotoDetails), 404: NO_PHOTO },
};
const originalSchema = {
  tags,
  summary: 'Download the original',
  params: pathParams(ADMIN_PATTERNS.originalPhoto, example),
  response: { 200: file('The file as it was uploaded', 'application/octet-stream'), 404: NO_PHOTO },
};
const changesSchema = {
  tags,
  summary: 'Change a photo',
  description: '`rotate` turns it clockwise, and gives it another file name.',
  params,
  body: PhotoChanges,
  headers: ifMatch('The version that the change was made from, in quotes'),
  response: {
    200: json('The photo as it is now', Photo),
    404: NO_PHOTO,
    409: errorWhen('Somebody else changed it meanwhile', ConflictResponse),
  },
};

interface PhotoRouteServices {
  editor: PhotoEditor;
  scopes: Pick<AlbumScopes, 'of'>;
}

export function registerPhotoRoutes(app: TypedApp, { editor, scopes }: PhotoRouteServices): void {
  const readers = { config: { access: PHOTO_PEOPLE, scope: ALBUM_IN_PATH }, schema: detailsSchema };
  app.get(ADMIN_PATTERNS.photo, readers, async (request) =>
    editor.details(addressOf(request.params), await scopes.of(request)),
  );

  const writers = { config: { access: PHOTO_WRITERS, scope: ALBUM_IN_PATH }, schema: originalSchema };
  app.get(ADMIN_PATTERNS.originalPhoto, writers, async (request, reply) => {
    const { bytes, filename, stream } = await editor.original(addressOf(request.params));
    return reply.headers(downloadHeaders({ bytes, filename })).send(stream);
  });

  const changing = { config: { access: PHOTO_WRITERS, scope: ALBUM_IN_PATH }, schema: changesSchema };
  app.patch(ADMIN_PATTERNS.photo, changing, async (request, reply) => {
    const { caption, ...changes } = request.body;
    const photo = await editor.edit(addressOf(request.params), {
      changes: caption === undefined ? changes : { ...changes, caption: checkedCaption(caption) },
      expected: expectedVersion(request),
      owner: personOf(request).userId,
    });
    return reply.header('ETag', versionTag(photo.version)).send(photo);
  });
}

function addressOf({ id, filename }: { id: string; filename: string }) {
  return { albumId: id, filename };
}

/** Allows for blanks around a caption. */
const LONGEST_CAPTION = 2 * CAPTION_MAX_CHARACTERS;

function checkedCaption(text: string): string {
  // The length is checked first, because trimming a very long string takes long.
  const caption = text.length > LONGEST_CAPTION ? text : text.trim().toWellFormed();
  if (caption.length <= CAPTION_MAX_CHARACTERS) return plainLines(caption);
  throw new UserError(400, `A caption may have ${CAPTION_MAX_CHARACTERS} characters at most`);
}

/** The same for texts of several lines: captions. */
function plainLines(text: string): string {
  plainText(text.replaceAll(/\r?\n/g, ''));
  return text;
}
