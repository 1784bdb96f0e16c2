import createQrCode from 'qrcode-generator';

/** Light modules that a camera needs around a code. */
const QUIET_ZONE = 4;

export interface QrPath {
  /** Modules along each side, with the light ones around. */
  size: number;
  /** Draws the dark modules. */
  path: string;
}

export function qrPath(text: string): QrPath {
  const code = createQrCode(0, 'M');
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
