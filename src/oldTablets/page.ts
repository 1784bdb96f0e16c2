// The page's own elements, which are in frame.html. Its look depends on the classes of <body> alone.

export function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`frame.html has no #${id}`);
  return element;
}

/** An image of one clear pixel, which asks no server for anything. */
const NO_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

type Mode = 'photos' | 'clock' | 'notice';

let mode: Mode = 'clock';
let isMarked = false;
let isStill = false;
let isCoded = false;
let hasLine = false;
/** The cover of the screen at night; undefined by day. */
let night: 'clock' | 'black' | undefined;

function dress(): void {
  const shown = night === undefined ? mode : `night ${night}`;
  const states = `${isMarked ? ' marked' : ''}${isStill ? ' still' : ''}${isCoded ? ' coded' : ''}`;
  const line = hasLine ? ' lined' : '';
  document.body.className = shown + states + line;
  alignTime();
}

/**
 * In the corner the numerals are at the left edge of their box, otherwise centred. Styles of old browsers cannot do
 * that.
 */
export function alignTime(): void {
  const drawing = document.querySelector('#clock svg');
  const isInCorner = mode === 'photos' && night === undefined;
  if (drawing) drawing.setAttribute('preserveAspectRatio', isInCorner ? 'xMinYMid meet' : 'xMidYMid meet');
}

export function showMode(next: Mode): void {
  mode = next;
  dress();
}

export function shownMode(): Mode {
  return mode;
}

/** Covers the screen; undefined uncovers it. A notice is never covered, so that somebody can read it. */
export function showNight(next: 'clock' | 'black' | undefined): void {
  const wanted = mode === 'notice' ? undefined : next;
  if (wanted === night) return;
  night = wanted;
  dress();
}

/** Whether photos change at once instead of fading. */
export function keepStill(still: boolean): void {
  isStill = still;
  dress();
}

/** Shows a short mark in a corner; '' removes it. */
export function mark(words: string): void {
  isMarked = words !== '';
  part('mark').textContent = words;
  dress();
}

/** Shows a line of words at the lower edge; '' removes it. */
export function showLine(words: string): void {
  hasLine = words !== '';
  part('line-text').textContent = words;
  dress();
}

/** Shows the code for guests, as the server drew it, over photos; without a drawing there is none. */
export function showCode({ svg, words }: { svg: string; words: string }): void {
  isCoded = svg !== '';
  part('code').setAttribute('src', isCoded ? `data:image/svg+xml,${encodeURIComponent(svg)}` : NO_IMAGE);
  part('code').setAttribute('alt', words);
  part('code-words').textContent = words;
  dress();
}
