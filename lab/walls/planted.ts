/** A fault that one could really write: a piece of the built script, and what stands in its place. */
export interface Fault {
  name: string;
  script: 'worker' | 'page';
  find: string;
  replace: string;
}

export const PLANTED: Fault[] = [
  {
    name: 'believes a 403 of a proxy, and a portal',
    script: 'worker',
    find: 'if (received.redirected || !/^application\\/json\\b/i.test(received.contentType)) return "untrusted";',
    replace: 'if (received.status === 403) return "revoked";',
  },
  {
    name: 'believes another installation that the key is revoked',
    script: 'worker',
    find: 'if (body.code === "credential-unknown") return "unknown";',
    replace: 'if (body.code === "credential-unknown") return "revoked";',
  },
  {
    name: 'stores no responses',
    script: 'worker',
    find: 'await (await caches.open(cacheName)).put(responseCacheKey(keyHash, name), response);',
    replace: '',
  },
  {
    name: 'stores no images',
    script: 'worker',
    find: 'await (await caches.open(cacheName)).put(place.url, new Response(bytes, { headers }));',
    replace: '',
  },
  {
    name: 'waits for the network although it has a response',
    script: 'worker',
    find: 'if (waitMs <= 0) return void 0;',
    replace: 'return network;',
  },
  {
    name: 'sends an untrusted response on instead of the stored one',
    script: 'worker',
    find: 'if (stored && !parts.isRevoked(call.keyHash)) return stored;',
    replace: '',
  },
  {
    name: 'deletes nothing when the key is revoked',
    script: 'worker',
    find: 'await Promise.all(names.map((name) => caches.delete(name)));',
    replace: '',
  },
  {
    name: 'tells no page that the key is revoked',
    script: 'worker',
    find: 'await tellPages(keyHash, { type: "credential-refused" });',
    replace: '',
  },
  {
    name: 'takes the stored images of albums that are still listed for gone',
    script: 'worker',
    find: 'album.keyHash === keyHash && !slugs.has(album.albumSlug)',
    replace: 'album.keyHash === keyHash',
  },
  {
    name: 'takes a list without photos of an album for the end of all albums',
    script: 'worker',
    find: 'return photo && photos ? !photos.has(photo.filename) : false;',
    replace: 'return true;',
  },
  {
    name: 'stores the page of a portal as a picture',
    script: 'worker',
    find: 'return response.status === 200 && !response.redirected && isImage;',
    replace: 'return response.status === 200;',
  },
  {
    name: 'opens the page from the network',
    script: 'worker',
    find: 'return await storedPage(page) ?? own;',
    replace: 'return fetch(options.request);',
  },
  {
    name: 'never goes back to the build before',
    script: 'worker',
    find: 'return health.refused.includes(build) && hasAnotherShell(health, build);',
    replace: 'return false;',
  },
  {
    name: 'keeps no copy of the build before',
    script: 'worker',
    find: 'for (const [path, response] of found) await copy.put(path, response);',
    replace: '',
  },
  {
    name: 'forgets whose page it serves when it is started again',
    script: 'worker',
    find: 'return client && (await fromAddress(client.url))?.keyHash;',
    replace: 'return undefined;',
  },
  {
    name: 'never takes over',
    script: 'worker',
    find: 'await self.skipWaiting();',
    replace: '',
  },
  {
    name: 'does not reload a page that does not start',
    script: 'page',
    find: 'if (countFailure() < 2) reload();',
    replace: 'if (countFailure() < 2) return;',
  },
  {
    name: 'never loads lists again',
    script: 'page',
    find: 'if (this.isWatched && delayMs !== Infinity) this.#timer',
    replace: 'if (false) this.#timer',
  },
  {
    name: 'reacts to no event of the server',
    script: 'page',
    find: 'if (event) this.#options.onEvent(event);',
    replace: '',
  },
  {
    name: 'opens no stream after a broken one',
    script: 'page',
    find: 'this.#timer = setTimeout(() => this.#connect(), reconnectDelayMs(this.#failuresInARow, Math.random()));',
    replace: '',
  },
  {
    name: 'leaves streams open',
    script: 'page',
    find: 'this.#source?.close();',
    replace: '',
  },
  {
    name: 'stops at the first picture that cannot be loaded',
    script: 'page',
    find: 'failures: state.failures + 1',
    replace: 'failures: Infinity, since: undefined',
  },
  {
    name: 'shows a slide for ever when the date is set back',
    script: 'page',
    find: 'const elapsed = Math.max(now.monotonicMs - state.since.monotonicMs, now.wallMs - state.since.wallMs, 0);',
    replace: 'const elapsed = now.wallMs - state.since.wallMs;',
  },
  {
    name: 'starts a timer for each picture and clears none',
    script: 'page',
    find: 'clearTimeout(timer);\n\t\t}\n\t}\n\t/**\n\t* Runs `work`',
    replace: '}\n\t}\n\t/**\n\t* Runs `work`',
  },
];

/** The script with the fault in it. */
export function withFault(code: string, { find, replace, name }: Fault): string {
  const [before, after, ...more] = code.split(find);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`Nothing to plant: ${name}`);
  return before + replace + after;
}
