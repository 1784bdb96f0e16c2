import { LOGO_GROUND, LOGO_NODES, LOGO_TRACES } from '../../ui/logoDrawing.ts';

export function logoMarkup(): string {
  const nodes = LOGO_NODES.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.1"></circle>`);
  return (
    `<svg class="first-logo" viewBox="0 0 64 64" aria-hidden="true"><path d="${LOGO_GROUND}"></path>` +
    `<path d="${LOGO_TRACES}"></path><g>${nodes.join('')}</g></svg>`
  );
}
