import type { Size } from '#domain/framing.ts';
import type { Draw } from './draw.ts';
import { type Layer, layerOf } from './layers.ts';

export const TABLES = ['wood', 'dark', 'white', 'felt', 'checked cloth', 'flowered cloth', 'striped cloth'] as const;
export type Table = (typeof TABLES)[number] | 'dark cloth' | 'pale wood';

const WOODS = [
  ['#8a5a33', '#6d4424'],
  ['#b98a58', '#9c6f41'],
  ['#5b3a22', '#442a17'],
  ['#c9a77a', '#b18d60'],
] as const;
/** Nearly as light as the cards, and of their colour. */
const PALE_WOODS = [
  ['#dcc39a', '#c9ad80'],
  ['#e4d2b2', '#d2bb94'],
  ['#cfb48a', '#bda074'],
] as const;
const CLOTHS = [
  ['#c23b3b', '#f3efe6'],
  ['#3d5f94', '#e9edf3'],
  ['#3c7a52', '#efe9d9'],
  ['#d9b04a', '#fff7e0'],
] as const;

/** The table, as large as the photo. */
export function tableLayer(draw: Draw, table: Table, { width, height }: Size): Promise<Layer> {
  return layerOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${artOf(draw, table, { width, height })}</svg>`,
  );
}

function artOf(draw: Draw, table: Table, size: Size): string {
  const { width, height } = size;
  const fill = (colour: string) => `<rect width="${width}" height="${height}" fill="${colour}"/>`;
  switch (table) {
    case 'wood':
      return wood(draw, draw.oneOf(WOODS), size);
    case 'pale wood':
      return wood(draw, draw.oneOf(PALE_WOODS), size);
    case 'dark cloth':
      return darkCloth(draw, size);
    case 'dark':
      return fill(draw.oneOf(['#26221f', '#31353b', '#3a2a22']));
    case 'white':
      return fill(draw.oneOf(['#e8e6e1', '#f2f0ec', '#d9d7d2']));
    case 'felt':
      return fill(draw.oneOf(['#2c6347', '#6d2230', '#27406b', '#7b7f86']));
    case 'checked cloth':
    case 'flowered cloth':
    case 'striped cloth':
      return cloth(draw, table, size);
  }
}

/** Folds and a coarse weave. */
function darkCloth(draw: Draw, { width, height }: Size): string {
  const [base, light] = draw.oneOf([
    ['#1d2330', '#3a445c'],
    ['#2a1b20', '#57333d'],
    ['#1c2a22', '#355043'],
    ['#222222', '#454545'],
  ] as const);
  const step = draw.between(5, 12);
  const folds = Array.from({ length: 9 }, () => {
    const [x, y] = [draw.between(0, width), draw.between(0, height)];
    const end = `${x + draw.between(-700, 700)} ${y + draw.between(-700, 700)}`;
    return `<path d="M${x} ${y}Q${x + draw.between(-200, 200)} ${y + draw.between(-200, 200)} ${end}" stroke="${light}" stroke-width="${draw.between(6, 30)}" opacity="${draw.between(0.1, 0.35)}" fill="none"/>`;
  });
  return `<defs><pattern id="p" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${draw.between(0, 90)})"><path d="M0 0h${step}M0 0v${step}" stroke="${light}" stroke-width="1.6"/></pattern></defs>
    <rect width="${width}" height="${height}" fill="${base}"/><rect width="${width}" height="${height}" fill="url(#p)" opacity=".5"/>${folds.join('')}`;
}

function wood(draw: Draw, [base, dark]: readonly [string, string], { width, height }: Size): string {
  const grain = Array.from({ length: 70 }, () => {
    const y = draw.between(0, height);
    const bend = draw.between(-30, 30);
    return `<path d="M0 ${y}Q${width / 2} ${y + bend} ${width} ${y + draw.between(-12, 12)}" stroke="${dark}" stroke-width="${draw.between(1, 5)}" opacity="${draw.between(0.15, 0.6)}" fill="none"/>`;
  });
  const planks = [0.3, 0.7].map(
    (at) =>
      `<rect y="${(at + draw.between(-0.1, 0.1)) * height}" width="${width}" height="4" fill="#20140b" opacity=".7"/>`,
  );
  return `<rect width="${width}" height="${height}" fill="${base}"/>${grain.join('')}${planks.join('')}`;
}

function cloth(draw: Draw, table: Table, { width, height }: Size): string {
  const [strong, light] = draw.oneOf(CLOTHS);
  const size = draw.between(28, 110);
  const turn = draw.between(-40, 40);
  const figure =
    table === 'checked cloth'
      ? `<rect width="${size / 2}" height="${size}" fill="${strong}" opacity=".6"/><rect width="${size}" height="${size / 2}" fill="${strong}" opacity=".6"/>`
      : table === 'striped cloth'
        ? `<rect width="${size / 2}" height="${size}" fill="${strong}"/>`
        : `<circle cx="${size / 2}" cy="${size / 2}" r="${size / 4}" fill="${strong}"/><circle cx="${size / 2}" cy="${size / 2}" r="${size / 10}" fill="#f0c83c"/><path d="M0 0l${size / 3} ${size / 6}l-${size / 5} ${size / 8}z" fill="#3c7a52"/>`;
  return `<defs><pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${figure}</pattern></defs>
    <rect width="${width}" height="${height}" fill="${light}"/><rect width="${width}" height="${height}" fill="url(#p)"/>`;
}
