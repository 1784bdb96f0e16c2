import type { Photo } from '#contract/schemas/photos.ts';
import { API_PATHS } from '#contract/paths.ts';
import { photosIn, topLevelIds, type Result, resultOf } from '#domain/oldTablets/responses.ts';
import { ask } from './ask.ts';

export type Loaded = { result: 'fine'; photos: Photo[] } | { result: Exclude<Result, 'fine'> };

interface Wanted {
  apiKey: string;
  /** Null, or an album that is gone: all photos. */
  albumId: string | null;
}

/** Asks for the photos to show, one album after the other. */
export function loadPhotos({ apiKey, albumId }: Wanted, done: (loaded: Loaded) => void): void {
  if (albumId !== null) {
    collect([albumId], apiKey, (loaded) => {
      if (loaded.result === 'fine' && loaded.photos.length === 0) loadPhotos({ apiKey, albumId: null }, done);
      else done(loaded);
    });
    return;
  }
  ask(API_PATHS.albums, apiKey, (response) => {
    const result = resultOf(response);
    if (result === 'fine') collect(topLevelIds(response.body), apiKey, done);
    else done({ result });
  });
}

function collect(albumIds: string[], apiKey: string, done: (loaded: Loaded) => void): void {
  let photos: Photo[] = [];
  const next = (at: number): void => {
    const id = albumIds[at];
    if (id === undefined) {
      done({ result: 'fine', photos });
      return;
    }
    ask(`${API_PATHS.albumPhotos(id)}?includeChildAlbums=true`, apiKey, (response) => {
      // An album may be deleted between the two calls.
      const result = response.status === 404 ? 'fine' : resultOf(response);
      if (result !== 'fine') {
        done({ result });
        return;
      }
      photos = photos.concat(photosIn(response.body));
      next(at + 1);
    });
  };
  next(0);
}
