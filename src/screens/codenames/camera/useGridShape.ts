import { useState } from 'react';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { GRID_SHAPES, type GridShape } from '#domain/codenames/geometry.ts';

/** Whether the cards are square or wide. Stored on the device, because people play with the same cards all evening. */
export function useGridShape(): [GridShape, (shape: GridShape) => void] {
  const [shape, setShape] = useState(storedShape);
  const choose = (next: GridShape) => {
    setShape(next);
    try {
      localStorage.setItem(LOCAL_STORAGE.codenamesGrid, next);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  };
  return [shape, choose];
}

function storedShape(): GridShape {
  try {
    const stored = localStorage.getItem(LOCAL_STORAGE.codenamesGrid);
    return GRID_SHAPES.find((shape) => shape === stored) ?? 'square';
  } catch {
    return 'square';
  }
}
