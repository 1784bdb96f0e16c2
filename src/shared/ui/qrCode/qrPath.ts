import createQrCode from 'qrcode-generator';

/** The light border that a camera needs, in modules. */
const QUIET_ZONE = 4;

export interface QrPath {
  /** The number of modules along each side, with the border. */
  size: number;
  /** Draws the dark modules. */
  path: string;
}

/** `L` has larger modules, `M` is readable also where a part of the code is hidden. */
export type QrLevel = 'L' | 'M';

export function qrPath(text: string, level: QrLevel = 'M'): QrPath {
  const code = createQrCode(0, level);
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`;
    }
  }
  return { size: count + 2 * QUIET_ZONE, path };
}
