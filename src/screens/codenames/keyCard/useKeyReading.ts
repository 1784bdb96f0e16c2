import { useEffect, useState } from 'react';
import type { BoardPhoto } from '#domain/codenames/game.ts';
import { type Corners, overlayCorners } from '#domain/codenames/geometry.ts';
import type { KeyReading } from '#domain/codenames/keyCard/readKey.ts';
import { lookForBoard, lookForKey } from '../looking/look.ts';

export interface FoundKey {
  /** Undefined while they are being looked for. */
  corners: Corners | undefined;
  /** False where the corners are only a proposal, which have to be dragged. */
  isFound: boolean;
  reading: KeyReading | undefined;
  moveTo: (corners: Corners) => void;
}

/** Finds the squares in a photo of a key card, and reads their colours again whenever a corner has been moved. */
export function useKeyReading(photo: BoardPhoto): FoundKey {
  const [place, setPlace] = useState<{ corners: Corners; isFound: boolean }>();
  const [reading, setReading] = useState<KeyReading>();
  const corners = place?.corners;

  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      const found = await lookForBoard(photo).catch(() => undefined);
      if (!isWanted) return;
      setPlace({ corners: found?.corners ?? overlayCorners(photo, 'square'), isFound: found !== undefined });
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [photo]);

  useEffect(() => {
    if (!corners) return undefined;
    let isWanted = true;
    lookForKey(photo, corners).then(
      (read) => isWanted && setReading(read),
      () => isWanted && setReading(undefined),
    );
    return () => {
      isWanted = false;
    };
  }, [photo, corners]);

  return {
    corners,
    isFound: place?.isFound === true,
    reading,
    moveTo: (moved) => setPlace({ corners: moved, isFound: true }),
  };
}
