/** The two ways on from the kiosk's home, with their drawings on a field of 64 by 64; `node` is x, y and radius. */
export const HOME_CHOICES = [
  {
    name: 'Clock',
    to: '/circuit-tree/clock',
    drawing: { lines: ['M8 32a24 24 0 1 0 48 0a24 24 0 1 0 -48 0', 'M32 17V32L42 42'], node: [32, 32, 2.6] },
  },
  {
    name: 'Photos',
    to: '/circuit-tree/photos',
    drawing: { lines: ['M14 10H50L56 16V48L50 54H14L8 48V16Z', 'M8 44L22 30L36 44L44 36L56 48'], node: [42, 23, 4] },
  },
] as const;
