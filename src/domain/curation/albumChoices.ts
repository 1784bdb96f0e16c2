import type { Album } from '#contract/photos/schemas.ts';
import { everyAlbum } from '../albums/albumTree.ts';
import { foldText } from '../albums/foldText.ts';

/** An album that something can be moved to. */
export interface AlbumChoice {
  album: Album;
  /** 0 at the top level. */
  depth: number;
  /** The names of the albums above it. */
  path: readonly string[];
}

interface Options {
  /** Left out, together with everything below it: an album cannot be moved into itself. */
  without?: string | undefined;
}

export function albumWithId(albums: readonly Album[], id: string | undefined): Album | undefined {
  return [...everyAlbum(albums)].find((album) => album.id === id);
}

/** All albums, each before those below it. */
export function albumChoices(albums: readonly Album[], { without }: Options = {}): AlbumChoice[] {
  const choices: AlbumChoice[] = [];
  const waiting: AlbumChoice[] = [];
  const push = (level: readonly Album[], path: readonly string[]) => {
    for (let index = level.length - 1; index >= 0; index -= 1) {
      const album = level[index];
      if (album && album.id !== without) waiting.push({ album, depth: path.length, path });
    }
  };
  push(albums, []);
  for (let choice = waiting.pop(); choice; choice = waiting.pop()) {
    choices.push(choice);
    push(choice.album.childAlbums, [...choice.path, choice.album.name]);
  }
  return choices;
}

/** The albums whose name, or that of one above them, has every typed word; case and accents do not matter. */
export function matchingChoices(choices: readonly AlbumChoice[], text: string): readonly AlbumChoice[] {
  const words = foldText(text).split(/\s/);
  return choices.filter(({ album, path }) => {
    const names = foldText([...path, album.name].join(' '));
    return words.every((word) => names.includes(word));
  });
}
