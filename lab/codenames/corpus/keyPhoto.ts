import { fromUnitSquare, inverted, mapped } from '#domain/table/homography.ts';
import { projected, type View } from './camera.ts';
import { drawOf } from './draw.ts';
import { drawKey, type Key, keyArt } from './keyArt.ts';
import { lay, layerOf } from './layers.ts';
import { withFlaws } from './light.ts';
import { tableLayer, TABLES } from './table.ts';

export const KEY_TROUBLES = ['none', 'dim light', 'glare', 'blur', 'coloured light', 'perspective', 'cloth'] as const;

export interface KeyPhoto {
  jpeg: Buffer;
  key: Key;
  trouble: (typeof KEY_TROUBLES)[number];
}

const SIZE = { width: 1080, height: 1080 };
/** Half of a key card. */
const REACH = 100;

/** A key card as somebody photographs it: alone, near and more or less straight. */
export async function keyPhoto(seed: number): Promise<KeyPhoto> {
  const draw = drawOf(seed * 6421 + 5);
  const trouble = KEY_TROUBLES[seed % KEY_TROUBLES.length] ?? 'none';
  const key = drawKey(draw);
  const photo = await tableLayer(draw, draw.oneOf(trouble === 'cloth' ? TABLES.slice(4) : TABLES.slice(0, 4)), SIZE);
  const layer = await layerOf(keyArt(key, draw));
  const view: View = {
    ...SIZE,
    roll: draw.between(-0.25, 0.25),
    tilt: trouble === 'perspective' ? draw.between(0.5, 0.8) : draw.between(0, 0.25),
    side: draw.between(-3, 3),
    scale: draw.between(2.6, 4.2),
    aside: { x: draw.between(-60, 60), y: draw.between(-60, 60) },
  };
  const at = (x: number, y: number) => projected(view, { x: x * REACH, y: y * REACH });
  const back = inverted(fromUnitSquare([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)]));
  const unproject = (x: number, y: number) => {
    const place = mapped(back, { x, y });
    return { x: place.x * layer.width, y: place.y * layer.height };
  };
  lay(photo, { layer, unproject, shadow: { x: 4, y: 6, dark: 0.4 } });
  const jpeg = await withFlaws(photo, {
    glare: trouble === 'glare' ? draw.between(0.45, 0.8) : 0,
    shadow: draw.between(0, 0.4),
    blurPx: trouble === 'blur' ? draw.between(3, 6) : draw.between(0.4, 1.2),
    dim: trouble === 'dim light' ? draw.between(0.5, 0.7) : draw.between(0, 0.2),
    noise: trouble === 'dim light' ? draw.between(8, 16) : draw.between(1, 4),
    warmth: trouble === 'coloured light' ? draw.between(-0.3, 0.4) : draw.between(-0.1, 0.14),
    quality: draw.oneOf([88, 75, 60]),
    draw,
  });
  return { jpeg, key, trouble };
}
