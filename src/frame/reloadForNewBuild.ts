import { FRAME_PAGE } from '#contract/paths.ts';
import { askText } from './ask.ts';

const OWN_SCRIPT = /\/assets\/frame-[\w-]+\.js/;

/**
 * Reloads the page when the server has another build of it. The page has just been sent then, so the reload does not
 * end in a browser's error page, from which nobody would take this screen back.
 */
export function reloadForNewBuild(): void {
  askText(FRAME_PAGE, (html) => {
    const there = html === undefined ? null : OWN_SCRIPT.exec(html);
    const running = document.querySelector('script[src*="/assets/frame-"]');
    if (there && running && running.getAttribute('src') !== there[0]) window.location.reload();
  });
}
