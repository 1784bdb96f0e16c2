import type { Draw } from './draw.ts';

/** The lid of a game's box: a large bright rectangle with a headline and a picture. */
export function boxArt(draw: Draw): string {
  const [paper, ink] = draw.oneOf([
    ['#8e1f1a', '#f3e2b5'],
    ['#23456f', '#e8e4d4'],
    ['#c9a04c', '#2a2118'],
    ['#e7dfcb', '#7d2218'],
  ] as const);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="880" viewBox="0 0 320 440">
    <rect width="320" height="440" rx="5" fill="${paper}"/><rect x="10" y="10" width="300" height="420" fill="none" stroke="${ink}" stroke-width="3"/>
    <text x="160" y="90" font-family="Liberation Sans" font-weight="700" font-size="44" text-anchor="middle" fill="${ink}">AGENTS</text>
    <circle cx="105" cy="230" r="48" fill="#3a6ea8"/><circle cx="215" cy="230" r="48" fill="#c8442f"/>
    <path d="M40 400c6-80 36-110 65-110s58 30 65 110zM150 400c6-80 36-110 65-110s58 30 65 110z" fill="${ink}" opacity=".8"/></svg>`;
}

/** A hand with its sleeve, reaching upwards, turned by some quarters. */
export function handArt(draw: Draw, degrees: number): string {
  const skin = draw.oneOf(['#e3b08d', '#c68a63', '#8d5a3b', '#f0c9ac']);
  const sleeve = draw.oneOf(['#2f4a6d', '#7a2b2b', '#d8d4cc', '#33363a']);
  const fingers = [
    [50, 92, 44, 20],
    [76, 84, 70, 0],
    [102, 84, 100, 2],
    [126, 94, 130, 18],
  ].map(([x, y, toX, toY]) => `<path d="M${x} ${y}L${toX} ${toY}"/>`);
  const lying = degrees % 180 !== 0;
  const [width, height] = lying ? [380, 180] : [180, 380];
  // Drawn upright; a hand from below reaches upwards.
  const turn = degrees === 180 ? 0 : degrees === 90 ? 90 : -90;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="${-width / 2} ${-height / 2} ${width} ${height}">
    <g transform="rotate(${turn}) translate(-90 -178)"><rect x="38" y="200" width="104" height="190" fill="${sleeve}"/>
    <g stroke="${skin}" stroke-width="22" stroke-linecap="round" fill="${skin}"><rect x="52" y="92" width="74" height="80" rx="18"/><path d="M140 150L164 104"/>${fingers.join('')}<rect x="62" y="160" width="56" height="60"/></g></g></svg>`;
}
