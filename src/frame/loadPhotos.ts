import type { Photo } from '#contract/entities.ts';
import { API_PATHS } from '#contract/paths.ts';
import { photosIn, topLevelIds, type Verdict, verdictOf } from '#domain/frame/frameResponse.ts';
import { ask } from './ask.ts';

export type Loaded = { verdict: 'fine'; photos: Photo[] } | { verdict: Exclude<Verdict, 'fine'> };

interface Wanted {
  apiKey: string;
  /** Null, or an album that is gone: all photos. */
  albumId: string | null;
}

/** Asks for the photos to show, one album after the other. */
export function loadPhotos({ apiKey, albumId }: Wanted, done: (loaded: Loaded) => void): void {
  if (albumId !== null) {
    collect([albumId], apiKey, (loaded) => {
      if (loaded.verdict === 'fine' && loaded.photos.length === 0) loadPhotos({ apiKey, albumId: null }, done);
      else done(loaded);
    });
    return;
  }
  ask(API_PATHS.albums, apiKey, (response) => {
    const verdict = verdictOf(response);
    if (verdict === 'fine') collect(topLevelIds(response.body), apiKey, done);
    else done({ verdict });
  });
}

function collect(albumIds: string[], apiKey: string, done: (loaded: Loaded) => void): void {
  let photos: Photo[] = [];
  const next = (at: number): void => {
    const id = albumIds[at];
    if (id === undefined) {
      done({ verdict: 'fine', photos });
      return;
    }
    ask(`${API_PATHS.albumPhotos(id)}?includeChildAlbums=true`, apiKey, (response) => {
      // An album may be deleted between the two calls.
      const verdict = response.status === 404 ? 'fine' : verdictOf(response);
      if (verdict !== 'fine') {
        done({ verdict });
        return;
      }
      photos = photos.concat(photosIn(response.body));
      next(at + 1);
    });
  };
  next(0);
}
