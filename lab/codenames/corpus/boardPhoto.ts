import type { Point } from '#domain/framing.ts';
import { fromUnitSquare, inverted, mapped } from '#domain/table/homography.ts';

import { boardArt, type BoardScene, halfBoard } from './boardScene.ts';
import { projected, type View } from './camera.ts';
import { keyArt, drawKey } from './keyArt.ts';
import { type Layer, lay, layerOf, type Unproject } from './layers.ts';
import { leafletArt } from './leafletArt.ts';
import { type Flaws, withFlaws } from './light.ts';
import { type Table, tableLayer, TABLES } from './table.ts';

export interface BoardPhotoDrawn {
  jpeg: Buffer;
  width: number;
  height: number;
  /** The middles of all 25 cards in pixels, in the order of the words. */
  middles: Point[];
  table: Table;
}

const MARGIN = 20;
const DEGREES = Math.PI / 180;

/** Draws the photo that a phone would take of the scene. */
export async function boardPhoto(scene: BoardScene): Promise<BoardPhotoDrawn> {
  const { draw, trouble, width, height } = scene;
  const view = viewOf(scene);
  const { draw: drawTable, isCloth } = scene.table ?? { draw, isCloth: trouble === 'cloth' };
  const table = isCloth ? drawTable.oneOf(TABLES.slice(4)) : drawTable.oneOf(TABLES.slice(0, 4));
  const photo = await tableLayer(drawTable, table, scene);
  if (trouble === 'key and leaflet') await layCompany(scene, view, photo);
  const scale = Math.min(2.2, view.scale * 1.25);
  const half = halfBoard(scene);
  const board = await layerOf(boardArt(scene, scale));
  const reach = { x: half.x + MARGIN, y: half.y + MARGIN };
  const unproject = unprojectOf(view, board, { middle: { x: 0, y: 0 }, reach });
  lay(photo, { layer: board, unproject, shadow: shadowOf(scene, scale) });
  const jpeg = await withFlaws(photo, flawsOf(scene));
  const middles = scene.words.map((_, index) => projected(view, middleOf(scene, index)));
  return { jpeg, width, height, middles, table };
}

function middleOf(scene: BoardScene, index: number): Point {
  const half = halfBoard(scene);
  const pitch = { x: (half.x * 2 - 100 * scene.look.aspect) / 4, y: (half.y * 2 - 100) / 4 };
  return { x: ((index % 5) - 2) * pitch.x, y: (Math.floor(index / 5) - 2) * pitch.y };
}

function shadowOf({ draw }: BoardScene, scale: number): { x: number; y: number; dark: number } {
  return { x: draw.between(-4, 4) * scale, y: draw.between(0, 5) * scale, dark: draw.between(0.2, 0.55) };
}

/** Chooses the view so that the board fills most of the picture, as people hold a phone. */
function viewOf(scene: BoardScene): View {
  const { draw, trouble, width, height } = scene;
  const quarter = trouble === 'quarter turns' ? draw.oneOf([90, 180, 270]) : 0;
  const askew = trouble === 'askew' ? draw.between(-38, 38) : draw.between(-5, 5);
  const tilt = trouble === 'perspective' ? draw.between(30, 48) : draw.between(0, 18);
  const view: View = {
    width,
    height,
    roll: (quarter + askew) * DEGREES,
    tilt: tilt * DEGREES,
    side: (trouble === 'perspective' ? draw.between(-50, 50) : draw.between(-180, 180)) * DEGREES,
    scale: 1,
    aside: { x: 0, y: 0 },
  };
  const fill = trouble === 'key and leaflet' ? draw.between(0.62, 0.75) : draw.between(0.74, 0.96);
  const fitting = { ...view, scale: scaleToFit(scene, view) * fill };
  return trouble === 'a corner outside' ? withCornerOutside(scene, fitting) : moved(scene, fitting);
}

function outline(scene: BoardScene): Point[] {
  const { x, y } = halfBoard(scene);
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}

/** The scale at which the board touches the picture's edge; by halving, as it is not in proportion to the view's. */
function scaleToFit(scene: BoardScene, view: View): number {
  let [least, most] = [0.01, 10];
  for (let step = 0; step < 30; step += 1) {
    const scale = (least + most) / 2;
    const fits = outline(scene).every((corner) => isInside(view, projected({ ...view, scale }, corner)));
    if (fits) least = scale;
    else most = scale;
  }
  return least;
}

function isInside({ width, height }: View, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** Shifts the board within the room that it has. */
function moved(scene: BoardScene, view: View): View {
  const corners = outline(scene).map((corner) => projected(view, corner));
  const across = roomFor(
    corners.map(({ x }) => x),
    view.width,
  );
  const down = roomFor(
    corners.map(({ y }) => y),
    view.height,
  );
  const { between } = scene.draw;
  return { ...view, aside: { x: between(...across) * 0.8, y: between(...down) * 0.8 } };
}

function roomFor(places: number[], length: number): [number, number] {
  return [-Math.min(...places), length - Math.max(...places)];
}

/** Shifts the board until one corner is outside by less than a third of a card. */
function withCornerOutside(scene: BoardScene, view: View): View {
  const corners = outline(scene).map((corner) => projected(view, corner));
  const beyond = scene.draw.between(0.05, 0.3) * 100 * view.scale;
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  return { ...view, aside: { x: -left - beyond, y: -top - beyond * scene.draw.between(0, 0.8) } };
}

/** From the photo to a layer that lies flat on the table around `middle`, `reach` to each side. */
function unprojectOf(view: View, layer: Layer, { middle, reach }: { middle: Point; reach: Point }): Unproject {
  const at = (x: number, y: number) => projected(view, { x: middle.x + x * reach.x, y: middle.y + y * reach.y });
  const back = inverted(fromUnitSquare([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)]));
  return (x, y) => {
    const place = mapped(back, { x, y });
    return { x: place.x * layer.width, y: place.y * layer.height };
  };
}

async function layCompany(scene: BoardScene, view: View, photo: Layer): Promise<void> {
  const half = halfBoard(scene);
  const { draw } = scene;
  const things = [
    { art: keyArt(drawKey(draw), draw), at: { x: half.x + 110, y: draw.between(-150, 150) }, reach: { x: 85, y: 85 } },
    { art: leafletArt(draw), at: { x: draw.between(-150, 150), y: half.y + 130 }, reach: { x: 150, y: 105 } },
    { art: leafletArt(draw), at: { x: -half.x - 140, y: draw.between(-100, 100) }, reach: { x: 110, y: 150 } },
  ];
  for (const { art, at, reach } of things) {
    const layer = await layerOf(art);
    const unproject = unprojectOf(view, layer, { middle: at, reach });
    lay(photo, { layer, unproject, shadow: { x: 2, y: 3, dark: 0.4 } });
  }
}

function flawsOf({ trouble, draw }: BoardScene): Flaws {
  return {
    glare: trouble === 'glare' ? draw.between(0.6, 1) : 0,
    shadow: trouble === 'shadow' ? draw.between(0.45, 0.7) : draw.between(0, 0.2),
    blurPx: trouble === 'blur' ? draw.between(1.8, 3.4) : draw.between(0.35, 0.9),
    dim: trouble === 'dim light' ? draw.between(0.5, 0.68) : draw.between(0, 0.15),
    noise: trouble === 'dim light' ? draw.between(8, 15) : draw.between(1, 4),
    warmth: draw.between(-0.12, 0.16),
    quality: draw.oneOf([88, 88, 80, 65, 50]),
    draw,
  };
}
