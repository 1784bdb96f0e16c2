import qrCode from 'qrcode-generator';

/** The index of the smallest version, chosen to hold the text; medium correction survives a smudge on a screen. */
const SMALLEST = 0;
const CORRECTION = 'M';
/** The light border that cameras need, in modules. */
const BORDER = 4;
const BORDER_IN_TERMINAL = 2;

interface Modules {
  count: number;
  isDark: (row: number, column: number) => boolean;
}

function modulesOf(text: string): Modules {
  const code = qrCode(SMALLEST, CORRECTION);
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const isWithin = (place: number) => place >= 0 && place < count;
  return { count, isDark: (row, column) => isWithin(row) && isWithin(column) && code.isDark(row, column) };
}

/** Dark on light on any background. */
export function qrSvg(text: string, label: string): string {
  const { count, isDark } = modulesOf(text);
  const places = Array.from({ length: count }, (_, place) => place);
  const path = places.flatMap((row) =>
    places.filter((column) => isDark(row, column)).map((column) => `M${column + BORDER} ${row + BORDER}h1v1h-1z`),
  );
  const size = count + 2 * BORDER;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path.join('')}"/></svg>`;
}

const INDENT = '  ';
const TOO_NARROW = `${INDENT}(This window is too narrow for a QR code to scan: widen it, and call again.)`;

/**
 * Two modules, one above the other, are one character. The colours are set, since a terminal may be light or dark. With
 * fewer `columns` its lines would be broken, and no camera could read it: then it is a sentence instead.
 */
export function qrForTerminal(text: string, columns = Infinity): string {
  const { count, isDark } = modulesOf(text);
  if (columns < INDENT.length + count + 2 * BORDER_IN_TERMINAL) return TOO_NARROW;
  const lines: string[] = [];
  for (let row = -BORDER_IN_TERMINAL; row < count + BORDER_IN_TERMINAL; row += 2) {
    let line = '';
    for (let column = -BORDER_IN_TERMINAL; column < count + BORDER_IN_TERMINAL; column += 1) {
      line += HALVES[`${Number(isDark(row, column))}${Number(isDark(row + 1, column))}`];
    }
    lines.push(`${INDENT}\u001B[30;107m${line}\u001B[0m`);
  }
  return lines.join('\n');
}

const HALVES: Record<string, string> = { '00': ' ', '10': '▀', '01': '▄', '11': '█' };
