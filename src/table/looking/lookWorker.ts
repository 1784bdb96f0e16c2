// Analyses photos in a worker, so that the page stays smooth.
import { type BoardPicture, type CoverReading, readCovers } from '#domain/table/again/readCovers.ts';
import type { Grid } from '#domain/table/board.ts';
import { findBoard, type FoundBoard } from '#domain/table/finding/findBoard.ts';
import type { Pixels } from '#domain/table/finding/pixels.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { type KeyReading, readKey } from '#domain/table/keyCard/readKey.ts';
import { type CardLine, cardLines } from '#domain/table/reading/cardLines.ts';

export type LookRequest = { id: number; pixels: Pixels; grid: Grid } & (
  | { kind: 'board' }
  | { kind: 'lines' | 'key'; corners: Corners }
  /** The pixels are those of the later photo. */
  | { kind: 'covers'; corners: Corners; before: BoardPicture }
);

/** Each field is the result of a request of its kind; without any, nothing was found. */
export interface LookResponse {
  id: number;
  board?: FoundBoard | undefined;
  lines?: CardLine[][];
  key?: KeyReading;
  covers?: CoverReading | undefined;
}

function look(request: LookRequest): Omit<LookResponse, 'id'> {
  switch (request.kind) {
    case 'board':
      return { board: findBoard(request.pixels, request.grid) };
    case 'lines':
      return { lines: cardLines(request.pixels, request.corners, request.grid) };
    case 'key':
      return { key: readKey(request.pixels, request.corners, request.grid) };
    case 'covers':
      return { covers: readCovers(request.before, request, request.grid) };
  }
}

addEventListener('message', ({ data }: MessageEvent<LookRequest>) => {
  postMessage({ id: data.id, ...look(data) } satisfies LookResponse);
});
