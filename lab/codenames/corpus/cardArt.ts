import type { Draw } from './draw.ts';

/** The look of all word cards of one board. */
export interface CardLook {
  /** Width of a card by its height. */
  aspect: number;
  paper: string;
  border: string;
  label: string;
  ink: string;
  paleInk: string;
  font: string;
  weight: 400 | 700;
  /** Height of the large word's capitals, by the card's height. */
  wordHeight: number;
  /** The size of the word for the other side of the table, by the large word's. */
  smallWord: number;
  kind: 'classic' | 'plain' | 'framed';
}

const FONTS = [
  'Liberation Sans',
  'Liberation Sans Narrow',
  'DejaVu Sans Condensed',
  'DejaVu Sans',
  'Liberation Sans',
  'Liberation Serif',
] as const;
const PAPERS = ['#dcc6a0', '#e3d2b4', '#d2b98f', '#efe6d2', '#f4f1ea', '#e9dcc6'] as const;

export function drawLook({ oneOf, between, chance }: Draw): CardLook {
  const kind = oneOf(['classic', 'classic', 'classic', 'framed', 'plain'] as const);
  return {
    aspect: between(1.38, 1.63),
    paper: oneOf(PAPERS),
    border: oneOf(['#8f7750', '#a48c66', '#6f6048']),
    label: kind === 'plain' ? 'none' : oneOf(['#fffdf6', '#fbf7ec', '#ffffff']),
    ink: oneOf(['#1a1712', '#000000', '#2c2820']),
    paleInk: oneOf(['#8c7a5c', '#7b6b50', '#6a5f4c']),
    font: oneOf(FONTS),
    weight: chance(0.8) ? 700 : 400,
    wordHeight: between(0.15, 0.2),
    smallWord: 0.66,
    kind,
  };
}

interface WordLine {
  word: string;
  look: CardLook;
  size: number;
  width: number;
  fill: string;
  style?: string;
}

/** A line of capitals whose middle is at 0, 0. Long words are squeezed, as on printed cards. */
function wordLine({ word, look, size, width, fill, style = '' }: WordLine): string {
  const guess = word.length * size * 0.74;
  const fit = guess > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text y="${size * 0.36}" font-family="${look.font}" font-weight="${look.weight}" font-size="${size}" text-anchor="middle" fill="${fill}" ${style}${fit}>${word}</text>`;
}

/** A word card with its middle at 0, 0 and a height of 100. */
export function cardArt(word: string, look: CardLook): string {
  const width = 100 * look.aspect;
  const [left, top] = [-width / 2, -50];
  const body = `<rect x="${left}" y="${top}" width="${width}" height="100" rx="6" fill="${look.paper}" stroke="${look.border}" stroke-opacity=".45" stroke-width="0.8"/>`;
  const size = (look.wordHeight * 100) / 0.72;
  const large = wordLine({ word, look, size, width: width * 0.8, fill: look.ink });
  const small = wordLine({
    word,
    look: { ...look, weight: 400 },
    size: size * look.smallWord,
    width: width * 0.6,
    fill: look.paleInk,
    style: 'font-style="italic"',
  });
  if (look.kind === 'plain')
    return `${body}<g transform="translate(0 22)">${large}</g><g transform="translate(0 -24) rotate(180)">${small}</g>`;
  const frame = `<rect x="${left + 6}" y="-44" width="${width - 12}" height="88" rx="4" fill="none" stroke="${look.border}" stroke-width="1.3"/>`;
  const label = `<rect x="${left + 9}" y="9" width="${width - 18}" height="29" rx="2.5" fill="${look.label}"/>`;
  const line = `<path d="M${left + 14} -9H${width * 0.18}" stroke="${look.paleInk}" stroke-width="1.2"/>`;
  const person = `<g fill="none" stroke="${look.border}" stroke-width="1.4"><circle cx="${width * 0.33}" cy="-24" r="6.5"/><path d="M${width * 0.33 - 12} -3a12 13 0 0 1 24 0z"/></g>`;
  const upper = `<g transform="translate(${-width * 0.1} -22) rotate(180)">${small}</g>`;
  const lower = `<g transform="translate(0 23.5)">${large}</g>`;
  return `${body}${look.kind === 'classic' ? frame : ''}${label}${line}${person}${upper}${lower}`;
}

export type Cover = 'red' | 'blue' | 'bystander' | 'assassin';
const COVERS: Record<Cover, [string, string]> = {
  red: ['#c8442f', '#7f2318'],
  blue: ['#3a6ea8', '#1d3d66'],
  bystander: ['#d9c9a3', '#8c7a55'],
  assassin: ['#2b2826', '#0e0d0c'],
};

/** An agent's card, which covers a word that was guessed. */
export function coverArt(cover: Cover, { aspect }: CardLook): string {
  const [paper, ink] = COVERS[cover];
  const width = 100 * aspect;
  return `<rect x="${-width / 2}" y="-50" width="${width}" height="100" rx="6" fill="${paper}"/>
    <g fill="${ink}" opacity=".8"><circle cx="0" cy="-14" r="16"/><path d="M-34 44c2-30 18-42 34-42s32 12 34 42z"/></g>
    <rect x="${-width / 2 + 5}" y="-45" width="${width - 10}" height="90" rx="4" fill="none" stroke="${ink}" stroke-width="1.5"/>`;
}
