// HEIC files in the shape that phones write them: a grid of HEVC tiles, turned by a property of the file.

/** An HEVC picture, and the configuration that its decoder needs. */
export interface Tile {
  hvcC: Buffer;
  data: Buffer;
  width: number;
  height: number;
}

interface HeicOptions {
  /** The number of tiles along and down; one makes a picture without a grid. */
  columns?: number;
  rows?: number;
  /** The size in the file's header, if it differs from that of the tiles. */
  width?: number;
  height?: number;
  /** Quarter turns to the left, as `irot` counts them. */
  quarterTurns?: number;
  /** The axis of `imir`: 0 top to bottom, 1 left to right. */
  mirror?: 0 | 1;
  icc?: Buffer;
  /** Primaries, transfer and matrix, by the numbers of H.273. */
  nclx?: [number, number, number];
  /** From the TIFF header on. */
  exif?: Buffer;
  /** Which items the grid is made of, by number; 1 is the grid itself. */
  gridOf?: number[];
  brands?: string[];
}

const GRID = 1;
const FIRST_TILE = 2;

/** Takes the picture out of a file that holds nothing else. */
export function tileOf(file: Buffer, { width, height }: { width: number; height: number }): Tile {
  const configuration = file.indexOf('hvcC') - 4;
  const hvcC = file.subarray(configuration, configuration + file.readUInt32BE(configuration));
  return { hvcC, data: file.subarray(file.indexOf('mdat') + 4), width, height };
}

export function heicFile(tile: Tile, options: HeicOptions = {}): Buffer {
  const { columns = 1, rows = 1, exif, brands = ['heic', 'mif1', 'heic'] } = options;
  const isGrid = columns * rows > 1 || options.gridOf !== undefined;
  const width = options.width ?? tile.width * columns;
  const height = options.height ?? tile.height * rows;
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), uint32(width), uint32(height)]);
  const exifItem = exif ? Buffer.concat([uint32(0), exif]) : undefined;
  const [major = 'heic', ...compatible] = brands;
  const ftyp = box('ftyp', Buffer.from(major), uint32(0), ...compatible.map((brand) => Buffer.from(brand)));
  const tiles = isGrid ? Array.from({ length: columns * rows }, (_, index) => FIRST_TILE + index) : [GRID];
  const metaOf = (start: number) => {
    const extents = new Map<number, [number, number]>(tiles.map((id) => [id, [start, tile.data.length]]));
    if (isGrid) extents.set(GRID, [start + tile.data.length, grid.length]);
    const exifId = FIRST_TILE + columns * rows;
    if (exifItem) extents.set(exifId, [start + tile.data.length + grid.length, exifItem.length]);
    const kinds = new Map<number, string>([
      ...tiles.map((id) => [id, 'hvc1'] as const),
      ...(isGrid ? [[GRID, 'grid'] as const] : []),
    ]);
    if (exifItem) kinds.set(exifId, 'Exif');
    const references = [
      ...(isGrid ? [reference('dimg', GRID, options.gridOf ?? tiles)] : []),
      ...(exifItem ? [reference('cdsc', exifId, [GRID])] : []),
    ];
    return fullBox(
      'meta',
      fullBox('hdlr', uint32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', uint16(GRID)),
      fullBox('iinf', uint16(kinds.size), ...[...kinds].map(([id, kind]) => itemInfo(id, kind))),
      ...(references.length > 0 ? [fullBox('iref', ...references)] : []),
      itemProperties(tile, { ...options, width, height, tiles: isGrid ? tiles : [] }),
      fullBox('iloc', Buffer.from([0x44, 0]), uint16(extents.size), ...[...extents].map(location)),
    );
  };
  const meta = metaOf(ftyp.length + metaOf(0).length + 8);
  return Buffer.concat([ftyp, meta, box('mdat', tile.data, grid, ...(exifItem ? [exifItem] : []))]);
}

function itemProperties(
  tile: Tile,
  {
    width,
    height,
    tiles,
    quarterTurns,
    mirror,
    icc,
    nclx,
  }: HeicOptions & { width: number; height: number; tiles: number[] },
): Buffer {
  const properties = [
    tile.hvcC,
    fullBox('ispe', uint32(tile.width), uint32(tile.height)),
    fullBox('ispe', uint32(width), uint32(height)),
    ...(icc ? [box('colr', Buffer.from('prof'), icc)] : []),
    ...(nclx ? [box('colr', Buffer.from('nclx'), ...nclx.map(uint16), Buffer.from([0x80]))] : []),
    ...(quarterTurns === undefined ? [] : [box('irot', Buffer.from([quarterTurns]))]),
    ...(mirror === undefined ? [] : [box('imir', Buffer.from([mirror]))]),
  ];
  const ofPicture = properties.map((_, index) => index + 1).slice(2);
  const main = association(GRID, tiles.length > 0 ? ofPicture : [1, ...ofPicture]);
  const associations = [main, ...tiles.map((id) => association(id, [1, 2]))];
  return box('iprp', box('ipco', ...properties), fullBox('ipma', uint32(associations.length), ...associations));
}

function association(id: number, properties: number[]): Buffer {
  return Buffer.concat([uint16(id), Buffer.from([properties.length, ...properties.map((index) => 0x80 | index)])]);
}

function itemInfo(id: number, kind: string): Buffer {
  const info = fullBox('infe', uint16(id), uint16(0), Buffer.from(kind), Buffer.alloc(1));
  info[8] = 2;
  // Hidden: only the grid is shown.
  if (kind === 'hvc1' && id !== GRID) info[11] = 1;
  return info;
}

function reference(kind: string, from: number, to: number[]): Buffer {
  return box(kind, uint16(from), uint16(to.length), ...to.map(uint16));
}

function location([id, [offset, length]]: [number, [number, number]]): Buffer {
  return Buffer.concat([uint16(id), uint16(0), uint16(1), uint32(offset), uint32(length)]);
}

function fullBox(kind: string, ...content: Buffer[]): Buffer {
  return box(kind, uint32(0), ...content);
}

function box(kind: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(kind, 'latin1'), body]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
