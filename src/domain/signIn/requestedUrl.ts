import type { PagePath } from '#contract/pages.ts';

const DEFAULT_DESTINATION: PagePath = '/admin';

/** The base that relative paths are parsed against. No host of that name can exist (RFC 6761). */
const BASE = 'http://origin.invalid';
const CONTROL_CHARACTERS = /\p{Cc}/gu;
const CONTROL_CHARACTER = /\p{Cc}/u;
const MAX_DECODINGS = 5;

/**
 * Returns the page to open after signing in: the requested URL if it is a path of this origin, otherwise the default.
 * Browsers read `//host`, `/\host` and the same with a tab or a newline inside as another host; a proxy may decode
 * `%2F` once more.
 */
export function destinationFrom(requestedUrl: string | undefined): string {
  if (!requestedUrl || CONTROL_CHARACTER.test(requestedUrl) || requestedUrl.includes('\\')) return DEFAULT_DESTINATION;
  if (!staysAPath(requestedUrl)) return DEFAULT_DESTINATION;
  const url = parse(requestedUrl);
  // Parsing turns `/x/..//host` into `//host`, which is another host. The landing page itself, `/`, would lead to
  // itself.
  if (!url || url.origin !== BASE || url.pathname === '/' || !startsAsPath(url.pathname)) return DEFAULT_DESTINATION;
  return url.pathname + url.search + url.hash;
}

/** Whether a string starts as a path of this origin, also after repeated decoding. */
function staysAPath(text: string): boolean {
  let decoded = text;
  for (let decodings = 0; decodings <= MAX_DECODINGS; decodings += 1) {
    if (!startsAsPath(decoded)) return false;
    decoded = decode(decoded);
  }
  return true;
}

function startsAsPath(text: string): boolean {
  const clean = text.replace(CONTROL_CHARACTERS, '');
  return clean.startsWith('/') && !/^[/\\]{2}/.test(clean);
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text, BASE);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
