import { useState } from 'react';
import { GRID_SHAPES } from '../../../domain/codenames/geometry.ts';
import type { GridShape } from '../../../domain/codenames/geometry.ts';

const STORAGE_KEY = 'codenames-grid';

/** A table plays with the same cards all evening: the choice stays on the device. */
export function useGridShape(): [GridShape, (shape: GridShape) => void] {
  const [shape, setShape] = useState(storedShape);
  const choose = (next: GridShape) => {
    setShape(next);
    try {
      localStorage.setItem(STORAGE_KEY, next);
    } catch {
      // A device that keeps nothing is asked again next time.
    }
  };
  return [shape, choose];
}

function storedShape(): GridShape {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return GRID_SHAPES.find((shape) => shape === stored) ?? 'square';
  } catch {
    return 'square';
  }
}
