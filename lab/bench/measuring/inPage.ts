// Functions that run in the kiosk's page: everything they use has to be inside, since only they travel there.

/** Runs in the page: V8 remembers the texts of numbers, in 64 kB as soon as two of them want the same place. */
export function fillNumberCache(): number {
  return Array.from({ length: 10_000 }, (_, number) => String(number)).length;
}

/** Runs in the page: lets it request everything that is due, and returns whether its bar says this. */
export function askAndLook(status: string): boolean {
  window.dispatchEvent(new Event('online'));
  return document.querySelector('header')?.textContent.includes(status) ?? false;
}

/** Runs in the page: ends as soon as another photo than the one on screen now is decoded and shown. */
export function untilNextPhoto(): Promise<void> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const shown = () =>
    document.querySelector('dialog [data-running]') &&
    document.querySelector('dialog img[data-front]')?.getAttribute('src');
  const before = shown();
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const now = shown();
      if (!now || now === before) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}
