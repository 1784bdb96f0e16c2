interface Palette {
  sky: [top: string, middle: string, horizon: string];
  /** The colours of the farthest and the nearest ridge; the ridges between them have mixtures of both. */
  far: [number, number, number];
  near: [number, number, number];
  sun: string;
  night: boolean;
}

const PALETTES = {
  dawn: {
    sky: ['#3f5e8c', '#d98f7c', '#fbd9a5'],
    far: [202, 160, 150],
    near: [32, 40, 58],
    sun: '#fff1cf',
    night: false,
  },
  noon: {
    sky: ['#2f7fc4', '#86bfe6', '#dcf0f8'],
    far: [150, 186, 200],
    near: [26, 66, 48],
    sun: '#ffffff',
    night: false,
  },
  dusk: {
    sky: ['#2a2150', '#a2436b', '#f6a15c'],
    far: [150, 84, 110],
    near: [22, 14, 34],
    sun: '#ffd9a0',
    night: false,
  },
  night: {
    sky: ['#060b1f', '#10264a', '#2c5f75'],
    far: [44, 84, 104],
    near: [6, 12, 20],
    sun: '#eef4ff',
    night: true,
  },
  mist: {
    sky: ['#9db2ae', '#c9d6cf', '#f0efe2'],
    far: [196, 208, 200],
    near: [44, 66, 60],
    sun: '#fffdf0',
    night: false,
  },
  autumn: {
    sky: ['#6f9ab5', '#e3c79d', '#f7e6c4'],
    far: [206, 164, 118],
    near: [74, 34, 16],
    sun: '#fff3d0',
    night: false,
  },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;

export interface LandscapeOptions {
  seed: number;
  palette: PaletteName;
  width: number;
  height: number;
  water: boolean;
}

/** A painted landscape as SVG: sky, sun or moon, ridges that pale with distance, trees, and a lake if `water` is set. */
export function landscapeSvg(options: LandscapeOptions): string {
  const { width, height, water } = options;
  const palette = PALETTES[options.palette];
  const random = seededRandom(options.seed);
  const horizon = height * (0.42 + random() * 0.16);
  const shore = water ? height * (0.74 + random() * 0.06) : height * 1.02;
  const layers = 5 + Math.floor(random() * 3);
  const land = Array.from({ length: layers }, (_, layer) => {
    const nearness = layer / (layers - 1);
    const base = horizon + (shore - horizon) * nearness ** 1.3 * 0.92;
    const roughness = height * (0.17 - 0.09 * nearness);
    const fill = mix(palette, nearness);
    const ridge = ridgePoints({ width, base, roughness, random });
    const trees = nearness > 0.6 ? treesOn(ridge, { size: height * 0.05 * nearness, random }) : '';
    return `<path fill="${fill}" d="M0 ${height} ${ridge.map(([x, y]) => `L${x} ${y}`).join(' ')} L${width} ${height}Z ${trees}"/>`;
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${skyDefinitions(palette)}<rect width="100%" height="100%" fill="url(#sky)"/>
${palette.night ? stars({ width, height: horizon, random }) : ''}${sun(palette, { width, horizon, random })}
<g id="land">${land}</g>${water ? lake(palette, { width, height, shore, random }) : ''}</svg>`;
}

function skyDefinitions({ sky, sun: glow }: Palette): string {
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset=".45" stop-color="${sky[1]}"/><stop offset=".75" stop-color="${sky[2]}"/></linearGradient>
<linearGradient id="lake" x2="0" y2="1"><stop stop-color="${sky[2]}"/><stop offset=".5" stop-color="${sky[1]}"/><stop offset="1" stop-color="${sky[0]}"/></linearGradient>
<radialGradient id="glow"><stop stop-color="${glow}" stop-opacity=".85"/><stop offset=".25" stop-color="${glow}" stop-opacity=".3"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>`;
}

function mix({ far, near }: Palette, nearness: number): string {
  const channels = far.map((value, index) => Math.round(value + ((near[index] ?? 0) - value) * nearness));
  return `rgb(${channels.join(',')})`;
}

type Random = () => number;

/** The mulberry32 generator: the same seed paints the same picture, so that demos and screenshots are repeatable. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The outline of a ridge, computed by midpoint displacement, the usual way to draw believable mountains. */
function ridgePoints(ridge: { width: number; base: number; roughness: number; random: Random }): [number, number][] {
  let heights = [ridge.random() - 0.5, ridge.random() - 0.5];
  let amplitude = 1;
  while (heights.length < 200) {
    const next: number[] = [];
    for (const [index, value] of heights.entries()) {
      next.push(value);
      const following = heights[index + 1];
      if (following !== undefined) next.push((value + following) / 2 + (ridge.random() - 0.5) * amplitude);
    }
    heights = next;
    amplitude *= 0.52;
  }
  const step = ridge.width / (heights.length - 1);
  return heights.map((value, index) => [
    Math.round(index * step),
    Math.round(ridge.base - value * ridge.roughness - ridge.roughness * 0.4),
  ]);
}

function treesOn(ridge: [number, number][], { size, random }: { size: number; random: Random }): string {
  return ridge
    .filter(() => random() < 0.45)
    .map(([x, y]) => {
      const tall = size * (0.6 + random() * 0.9);
      const wide = tall * (0.2 + random() * 0.1);
      return `M${x - wide} ${y + tall * 0.4}L${x} ${y - tall}L${x + wide} ${y + tall * 0.4}Z`;
    })
    .join('');
}

function sun(palette: Palette, place: { width: number; horizon: number; random: Random }): string {
  const x = place.width * (0.2 + place.random() * 0.6);
  const y = place.horizon * (palette.night ? 0.3 : 0.55 + place.random() * 0.3);
  const radius = place.width * (palette.night ? 0.02 : 0.026);
  return `<circle cx="${x}" cy="${y}" r="${radius * 9}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${palette.sun}"/>`;
}

function stars(sky: { width: number; height: number; random: Random }): string {
  return Array.from({ length: 260 }, () => {
    const [x, y, size] = [sky.random() * sky.width, sky.random() * sky.height, 0.4 + sky.random() * 1.4];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(2)}" fill="#fff" opacity="${(0.3 + sky.random() * 0.7).toFixed(2)}"/>`;
  }).join('');
}

function lake(palette: Palette, place: { width: number; height: number; shore: number; random: Random }): string {
  const depth = place.height - place.shore;
  const ripples = Array.from({ length: 70 }, () => {
    const near = place.random() ** 0.6;
    const long = place.width * (0.03 + 0.14 * near * place.random());
    const x = place.random() * place.width - long / 2;
    const y = place.shore + depth * near;
    return `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${long.toFixed(0)}" height="${(1 + near * 3).toFixed(1)}" rx="2" fill="${palette.sun}" opacity="${(0.06 + place.random() * 0.16).toFixed(2)}"/>`;
  }).join('');
  return `<rect y="${place.shore}" width="${place.width}" height="${depth}" fill="url(#lake)"/>
<clipPath id="shore"><rect y="${place.shore}" width="${place.width}" height="${depth}"/></clipPath>
<g clip-path="url(#shore)" opacity=".28"><g transform="translate(0 ${2 * place.shore}) scale(1 -1)"><use href="#land"/></g></g>${ripples}`;
}
