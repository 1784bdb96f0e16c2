import { afterAll, vi } from 'vitest';

// The app's modules are evaluated anew for each file, as by a page that has just been opened: one remembers its key, its
// language and its night for as long as it is open. Packages, such as React, and jsdom's window stay loaded.
vi.resetModules();

/** The page's end: what it listens to, and what tests of kiosks lend to jsdom. */
const endings: (() => void)[] = [];

listenUntilTheEnd(window, () => true);
// React and the tests' own tools listen to the document once for all pages.
listenUntilTheEnd(document, (type) => type === 'visibilitychange');

afterAll(() => {
  for (const end of endings) end();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  Reflect.deleteProperty(window, 'environment');
});

function listenUntilTheEnd(target: Window | Document, isOfPage: (type: string) => boolean): void {
  const add: EventTarget['addEventListener'] = target.addEventListener;
  target.addEventListener = (...call: Parameters<typeof add>) => {
    const [type, listener, options] = call;
    if (listener && isOfPage(type)) endings.push(() => target.removeEventListener(type, listener, options));
    add.apply(target, call);
  };
  endings.push(() => {
    target.addEventListener = add;
  });
}
