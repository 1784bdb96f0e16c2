import { useEffect, useState } from 'react';
import type { Grid } from '#domain/table/board.ts';
import type { Point } from '#domain/framing.ts';
import type { BoardPhoto } from '#domain/table/game.ts';
import { type CornerIndex, type Corners, moveCorner, overlayCorners } from '#domain/table/geometry.ts';
import { lookForBoard } from './look.ts';

interface PhotoReading<Result> {
  /** Undefined while they are being looked for. */
  corners: Corners | undefined;
  /** False if the corners are only a proposal, to be dragged. */
  isFound: boolean;
  /** Undefined while the photo is read, and where nothing could be read between the corners. */
  reading: Result | undefined;
  isReading: boolean;
  move: (index: CornerIndex, to: Point) => void;
}

/**
 * Finds the cards or squares in a photo, and reads the content between the corners, again whenever one was moved.
 * `read` has to stay the same function.
 */
export function useReading<Result>(
  { photo, grid }: { photo: BoardPhoto; grid: Grid },
  read: (photo: BoardPhoto, corners: Corners) => Promise<Result | undefined>,
): PhotoReading<Result> {
  const [place, setPlace] = useState<{ corners: Corners; isFound: boolean }>();
  const [reading, setReading] = useState<{ corners: Corners; result: Result | undefined }>();
  const corners = place?.corners;

  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      const found = await lookForBoard(photo, grid).catch(() => undefined);
      if (!isWanted) return;
      setPlace({ corners: found?.corners ?? overlayCorners(photo, 'square', grid), isFound: found !== undefined });
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [photo, grid]);

  useEffect(() => {
    if (!corners) return undefined;
    let isWanted = true;
    const show = (result?: Result) => isWanted && setReading({ corners, result });
    read(photo, corners).then(show, () => show());
    return () => {
      isWanted = false;
    };
  }, [photo, corners, read]);

  return {
    corners,
    isFound: place?.isFound === true,
    reading: reading?.result,
    isReading: reading?.corners !== corners,
    move: (index, to) => corners && setPlace({ corners: moveCorner(corners, index, to), isFound: true }),
  };
}
