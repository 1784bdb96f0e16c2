// The page's own elements, which stand in frame.html. Its looks depend on the classes of <body> alone.

export function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`frame.html has no #${id}`);
  return element;
}

export type Mode = 'photos' | 'clock' | 'notice';

let mode: Mode = 'clock';
let isMarked = false;

function dress(): void {
  document.body.className = isMarked ? `${mode} marked` : mode;
  alignTime();
}

/** In the corner the numerals stand at the left edge of their box, otherwise in its middle. Styles cannot say so. */
export function alignTime(): void {
  const drawing = document.querySelector('#clock svg');
  if (drawing) drawing.setAttribute('preserveAspectRatio', mode === 'photos' ? 'xMinYMid meet' : 'xMidYMid meet');
}

export function showMode(next: Mode): void {
  mode = next;
  dress();
}

export function shownMode(): Mode {
  return mode;
}

/** A few quiet words in a corner; '' takes them away. */
export function mark(words: string): void {
  isMarked = words !== '';
  part('mark').textContent = words;
  dress();
}

/** What keeps the page from showing photos, with the form for another key. The clock goes on above it. */
export function showNotice(title: string, text: string): void {
  part('notice-title').textContent = title;
  part('notice-text').textContent = text;
  showMode('notice');
}
