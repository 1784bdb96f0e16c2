// Tests whether this device trusts the house's authority: only then does a request to the https address get through.
// Served as it stands on the page that is on http.
const byId = (id) => document.getElementById(id);

(() => {
  const RETRY_MS = 4000;
  const TIMEOUT_MS = 8000;
  const NAME_TIMEOUT_MS = 2500;
  /** The beginning of a fragment that holds a page with a key: it is not sent here, where everybody could read it. */
  const ONWARD = '#go=';
  const { secure, named } = document.body.dataset;
  // Another page than the first one was asked for: whoever trusts the house is led on by itself.
  const wanted = location.hash.startsWith(`${ONWARD}/`)
    ? location.hash.slice(ONWARD.length)
    : location.pathname + location.search + location.hash;

  const looksLikeIpad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  if (looksLikeIpad) {
    byId('macos').open = false;
    byId('ipad').open = true;
    byId('macos').before(byId('ipad'));
  }

  const show = (state, result, why) => {
    // A live region that is written anew is read out anew: only what has changed is written.
    if (byId('check').dataset.state === state) return;
    byId('check').dataset.state = state;
    byId('result').textContent = result;
    byId('why').textContent = why;
    byId('open').hidden = state !== 'trusted';
    byId('again').hidden = state === 'trusted';
  };

  const isTrusted = async (origin) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(`${origin}/health`, { cache: 'no-store', signal: stop.signal });
      return response.ok;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  // By its name if the device finds that: there passkeys can be made, and the address may change.
  const findTrusted = async () => {
    const byName = named ? isTrusted(named) : Promise.resolve(false);
    if (!(await isTrusted(secure))) return (await byName) && named;
    const tooLate = new Promise((resolve) => setTimeout(() => resolve(false), NAME_TIMEOUT_MS));
    return (await Promise.race([byName, tooLate])) ? named : secure;
  };

  let isChecking = false;
  const check = async () => {
    if (isChecking || document.hidden) return;
    isChecking = true;
    const trusted = await findTrusted();
    isChecking = false;
    if (!trusted) {
      show(
        'untrusted',
        'This device does not trust this house yet.',
        'Follow the steps below, which takes a minute and only once. This page notices by itself when it is done, and leads on.',
      );
      return;
    }
    byId('open').href = trusted + wanted;
    show(
      'trusted',
      'This device trusts this house.',
      'From now on open it at its https address, or put that on the home screen.',
    );
    clearInterval(timer);
    if (wanted !== '/') location.replace(trusted + wanted);
  };

  // A link that is opened in a tab with this page changes the fragment and loads nothing.
  window.addEventListener('hashchange', () => location.reload());
  byId('again').addEventListener('click', () => void check());
  document.addEventListener('visibilitychange', () => void check());
  const timer = setInterval(() => void check(), RETRY_MS);
  void check();
})();
