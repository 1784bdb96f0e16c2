import type { Draw } from './draw.ts';

/** A page of rules: a headline, lines of small text, a picture. */
export function leafletArt(draw: Draw): string {
  const [width, height] = draw.oneOf([
    [300, 210],
    [220, 300],
  ] as const);
  const lines = Array.from({ length: 14 }, (_, line) => {
    const y = 60 + line * 14;
    return y < height - 12
      ? `<rect x="16" y="${y}" width="${draw.between(0.3, 0.85) * width}" height="5" fill="#4a453d"/>`
      : '';
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#f3efe4"/><text x="16" y="40" font-family="Liberation Sans" font-weight="700" font-size="26" fill="#7d2218">RULES</text>
    ${lines.join('')}<rect x="${width * 0.6}" y="${height * 0.55}" width="${width * 0.3}" height="${height * 0.3}" fill="${draw.oneOf(['#c9a04c', '#5c7fa3', '#8a3d35'])}"/></svg>`;
}
