import type { Point } from '#domain/framing.ts';
import type { Corners } from '#domain/table/geometry.ts';
import { fromUnitSquare, inverted, mapped } from '#domain/table/homography.ts';

import { boxArt, handArt } from './besideArt.ts';
import { boardArt, type BoardScene, cardMiddle, halfBoard, pitchOf, type Trouble } from './boardScene.ts';
import { projected, type View } from './camera.ts';
import type { Draw } from './draw.ts';
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
  /** The outer corners of the places of the four outermost cards, half a gap beyond the cards, in pixels. */
  corners: Corners;
  table: Table;
}

const MARGIN = 20;
const DEGREES = Math.PI / 180;

/** Draws the photo that a phone would take of the scene. */
export async function boardPhoto(scene: BoardScene): Promise<BoardPhotoDrawn> {
  const { draw, trouble, width, height } = scene;
  const view = viewOf(scene);
  const { draw: drawTable, isCloth } = scene.table ?? { draw, isCloth: trouble === 'cloth' };
  const table = tableOf(scene, drawTable.oneOf(isCloth ? TABLES.slice(4) : TABLES.slice(0, 4)));
  const photo = await tableLayer(drawTable, table, scene);
  if (trouble === 'key and leaflet') await layCompany(scene, view, photo);
  const hasHands = trouble === 'box and hands' || trouble === 'several at once';
  if (hasHands) await layThings(view, photo, [boxBeside(scene)]);
  const scale = Math.min(2.2, view.scale * 1.25);
  const half = halfBoard(scene);
  const board = await layerOf(boardArt(scene, scale));
  const reach = { x: half.x + MARGIN, y: half.y + MARGIN };
  const unproject = unprojectOf(view, board, { middle: { x: 0, y: 0 }, reach });
  lay(photo, { layer: board, unproject, shadow: shadowOf(scene, scale) });
  if (hasHands) await layThings(view, photo, handsBeside(scene));
  const jpeg = await withFlaws(photo, flawsOf(scene));
  const middles = scene.words.map((_, index) => projected(view, cardMiddle(scene, index)));
  const pitch = pitchOf(scene);
  const corner = (x: number, y: number) => projected(view, { x: x * pitch.x, y: y * pitch.y });
  const corners: Corners = [corner(-2.5, -2.5), corner(2.5, -2.5), corner(2.5, 2.5), corner(-2.5, 2.5)];
  return { jpeg, width, height, middles, corners, table };
}

function tableOf({ trouble }: BoardScene, drawn: Table): Table {
  return trouble === 'dark cloth' || trouble === 'pale wood' ? trouble : drawn;
}

function shadowOf({ draw }: BoardScene, scale: number): { x: number; y: number; dark: number } {
  return { x: draw.between(-4, 4) * scale, y: draw.between(0, 5) * scale, dark: draw.between(0.2, 0.55) };
}

/** Chooses the view so that the board fills most of the picture, as people hold a phone. */
function viewOf(scene: BoardScene): View {
  const { draw, trouble, width, height } = scene;
  const quarter = trouble === 'quarter turns' ? draw.oneOf([90, 180, 270]) : 0;
  const askew = trouble === 'askew' ? draw.between(-38, 38) : draw.between(-5, 5);
  const tilt = tiltOf(scene);
  const view: View = {
    width,
    height,
    roll: (quarter + askew) * DEGREES,
    tilt: tilt * DEGREES,
    side: (tilt >= 30 ? draw.between(-50, 50) : draw.between(-180, 180)) * DEGREES,
    scale: 1,
    aside: { x: 0, y: 0 },
  };
  const fitting = { ...view, scale: scaleOf(scene, view) };
  return trouble === 'a corner outside' ? withCornerOutside(scene, fitting) : moved(scene, fitting);
}

/** A row of cards in a phone's blurred photo is so many pixels wide. */
const PHONE_ROW_PX = 800;

function scaleOf(scene: BoardScene, view: View): number {
  if (scene.scale) return scene.scale;
  return scene.trouble === 'a phone’s blur'
    ? PHONE_ROW_PX / (2 * halfBoard(scene).x)
    : scaleToFit(scene, view) * fillOf(scene);
}

/** In degrees from straight above. */
function tiltOf({ trouble, draw }: BoardScene): number {
  if (trouble === 'perspective') return draw.between(30, 48);
  if (trouble === 'several at once') return draw.between(25, 42);
  if (trouble === '45° slant') return draw.between(40, 50);
  return draw.between(0, 18);
}

/** The board's size, by the largest that the picture has room for. */
function fillOf({ trouble, draw }: BoardScene): number {
  if (trouble === 'key and leaflet') return draw.between(0.62, 0.75);
  if (trouble === 'box and hands' || trouble === 'several at once') return draw.between(0.6, 0.75);
  if (trouble === 'a third of the picture') return draw.between(0.5, 0.62);
  return draw.between(0.74, 0.96);
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

interface Thing {
  art: string;
  /** Its middle on the table, and how far it reaches to each side. */
  at: Point;
  reach: Point;
}

async function layCompany(scene: BoardScene, view: View, photo: Layer): Promise<void> {
  const half = halfBoard(scene);
  const { draw } = scene;
  await layThings(view, photo, [
    { art: keyArt(drawKey(draw), draw), at: { x: half.x + 110, y: draw.between(-150, 150) }, reach: { x: 85, y: 85 } },
    { art: leafletArt(draw), at: { x: draw.between(-150, 150), y: half.y + 130 }, reach: { x: 150, y: 105 } },
    { art: leafletArt(draw), at: { x: -half.x - 140, y: draw.between(-100, 100) }, reach: { x: 110, y: 150 } },
  ]);
}

function boxBeside(scene: BoardScene): Thing {
  const { x } = halfBoard(scene);
  const { draw } = scene;
  const side = draw.oneOf([-1, 1]);
  return { art: boxArt(draw), at: { x: side * (x + 190), y: draw.between(-200, 200) }, reach: { x: 160, y: 220 } };
}

/** They reach over the edge of the board, but hide no word. */
function handsBeside(scene: BoardScene): Thing[] {
  const { x, y } = halfBoard(scene);
  const { draw } = scene;
  const [across, over] = [draw.between(-0.7, 0.7) * x, draw.between(-0.7, 0.7) * y];
  return [
    { art: handArt(draw, 180), at: { x: across, y: y + 165 }, reach: { x: 90, y: 190 } },
    { art: handArt(draw, draw.oneOf([90, 270])), at: { x: x + 190, y: over }, reach: { x: 190, y: 90 } },
  ].slice(0, draw.whole(2) + 1);
}

async function layThings(view: View, photo: Layer, things: readonly Thing[]): Promise<void> {
  for (const { art, at, reach } of things) {
    const layer = await layerOf(art);
    const unproject = unprojectOf(view, layer, { middle: at, reach });
    lay(photo, { layer, unproject, shadow: { x: 2, y: 3, dark: 0.4 } });
  }
}

function flawsOf({ trouble, draw }: BoardScene): Flaws {
  return {
    glare: trouble === 'glare' ? draw.between(0.6, 1) : 0,
    shadow: trouble === 'shadow' || trouble === 'several at once' ? draw.between(0.45, 0.7) : draw.between(0, 0.2),
    blurPx: blurOf(trouble, draw),
    dim: dimOf(trouble, draw),
    noise: trouble === 'dim light' ? draw.between(8, 15) : draw.between(1, 4),
    warmth: trouble === 'yellow light' ? draw.between(0.28, 0.45) : draw.between(-0.12, 0.16),
    quality: draw.oneOf([88, 88, 80, 65, 50]),
    draw,
  };
}

function blurOf(trouble: Trouble, draw: Draw): number {
  if (trouble === 'blur') return draw.between(1.8, 3.4);
  if (trouble === 'a phone’s blur' || trouble === 'several at once') return draw.between(0.9, 1.5);
  return draw.between(0.35, 0.9);
}

function dimOf(trouble: Trouble, draw: Draw): number {
  if (trouble === 'dim light') return draw.between(0.5, 0.68);
  if (trouble === 'yellow light') return draw.between(0.2, 0.4);
  return draw.between(0, 0.15);
}
