/** The tree of circuit traces on a field of 64 by 64. The same drawing as public/logo.svg. */
export const LOGO_GROUND = 'M18 58H46';
export const LOGO_TRACES =
  'M32 58V11M27 58V46L15 34V28M37 58V48L49 36V26M20.5 39.5H11M44.5 40.5H53M32 36L23 27V18M32 31.5L41 22.5V18';
export const LOGO_NODES = [
  [32, 8],
  [15, 25],
  [49, 23],
  [8, 39.5],
  [56, 40.5],
  [23, 15],
  [41, 15],
] as const;
