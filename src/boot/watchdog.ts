// Put into the page itself by the build, right behind the first frame, which waits for nothing: a wall tablet has nobody
// to reload it when a build does not start.
// After the second start that came to nothing it throws the stored shell away and fetches it afresh; as long as the
// server has nothing else than the build that fails, it keeps looking for a new one.
(function () {
  const FAILURES = 'boot-failures';
  const TRIED_AFRESH = 'boot-tried-afresh';
  // Longer than the key check of a kiosk's start may take.
  const START_DEADLINE_MS = 45000;
  const SECOND_START_MS = 1500;
  const LOOK_AGAIN_MS = 15000;
  // The first frame lets the app's scripts go after half a second at most.
  const FIRST_FRAME_DEADLINE_MS = 2000;
  let isSettled = false;

  function read(name: string): string {
    try {
      return localStorage.getItem(name) || '';
    } catch {
      return '';
    }
  }

  function write(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Without storage there is no counting, and no harm either.
    }
  }

  function entryOf(html: string): string {
    const match = /<script[^>]+src="([^"]*\/assets\/[^"]+)"/.exec(html);
    return match?.[1] ?? '';
  }

  /** The entry script that the server has now: this request is no navigation, so the worker lets it through. */
  async function entryOnServer(): Promise<string> {
    const response = await fetch('/codenames', { cache: 'no-store' });
    return response.ok && !response.redirected ? entryOf(await response.text()) : '';
  }

  async function throwShellAway() {
    for (const name of await caches.keys()) if (name.includes('precache')) await caches.delete(name);
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  }

  async function startAfresh() {
    try {
      const entry = await entryOnServer();
      if (entry !== '' && entry !== read(TRIED_AFRESH)) {
        write(TRIED_AFRESH, entry);
        if ('caches' in window && navigator.serviceWorker) await throwShellAway();
        location.reload();
        return;
      }
    } catch {
      // Out of reach: what is stored stays.
    }
    setTimeout(startAfresh, LOOK_AGAIN_MS);
  }

  function failed() {
    if (isSettled) return;
    isSettled = true;
    const failures = Number(read(FAILURES)) + 1;
    write(FAILURES, String(failures));
    if (failures < 2) location.reload();
    else void startAfresh();
  }

  const deadline = setTimeout(failed, START_DEADLINE_MS);

  /** Called by the app when all it has to show is its error screen. */
  window.circuitTreeFailed = failed;

  /** Called by the app once a screen of it stands. */
  window.circuitTreeStarted = function () {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(deadline);
    if (read(FAILURES) !== '') write(FAILURES, '');
    if (read(TRIED_AFRESH) !== '') write(TRIED_AFRESH, '');
  };

  /** Called by the first frame when it is on the screen: the app may come. The template is gone after the first time. */
  function mayStart() {
    const template = document.querySelector<HTMLTemplateElement>('#app-tags');
    if (!template) return;
    const tags = document.importNode(template.content, true);
    // They run in the order they stand in: the settings before the app.
    for (const script of tags.querySelectorAll('script')) script.async = false;
    const noIconYet = document.querySelector('link[href="data:,"]');
    if (noIconYet) noIconYet.remove();
    template.replaceWith(tags);
  }
  window.circuitTreeMayStart = mayStart;

  // Should the first frame have failed.
  addEventListener('DOMContentLoaded', function () {
    setTimeout(mayStart, FIRST_FRAME_DEADLINE_MS);
  });

  addEventListener(
    'error',
    function (event) {
      // A picture, the settings or the first frame that fails is no failed start.
      const isElement = event.target instanceof HTMLElement;
      const source = isElement ? event.target.getAttribute('src') : event.filename;
      if (!/\/assets\/.+\.js$/.test(source || '')) return;
      setTimeout(failed, SECOND_START_MS);
    },
    true,
  );
})();
