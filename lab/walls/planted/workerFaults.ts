import type { Patch } from './fault.ts';

/** Faults of the tablet's worker. */
export const WORKER_FAULTS: Patch[] = [
  {
    name: 'believes a 403 of a proxy, and a portal',
    find: 'if (received.redirected || !/^application\\/json\\b/i.test(received.contentType)) return "untrusted";',
    replace: 'if (received.status === 403) return "revoked";',
  },
  {
    name: 'believes another installation that the key is revoked',
    find: 'if (body.code === "credential-unknown") return "unknown";',
    replace: 'if (body.code === "credential-unknown") return "revoked";',
  },
  {
    name: 'stores no responses',
    find: 'await (await caches.open(cacheName)).put(responseCacheKey(keyHash, name), response);',
    replace: '',
  },
  {
    name: 'stores no images',
    find: 'storeFile(place, cacheName, new Response(bytes, { headers }))',
    replace: 'Promise.resolve(true)',
  },
  {
    name: 'waits for the network although it has a response',
    find: 'if (waitMs <= 0) return void 0;',
    replace: 'return network;',
  },
  {
    name: 'sends an untrusted response on instead of the stored one',
    find: 'if (stored && !parts.isRevoked(call.keyHash)) return stored;',
    replace: '',
  },
  {
    name: 'deletes nothing when the key is revoked',
    find: 'await Promise.all(names.map((name) => deleteCache(name)));',
    replace: '',
  },
  {
    name: 'takes the stored images of albums that are still listed for gone',
    find: '!listed.has(name)',
    replace: 'name !== ""',
  },
  {
    name: 'takes a list without photos of an album for the end of all albums',
    find: 'return photo && photos ? !photos.has(photo.filename) : false;',
    replace: 'return true;',
  },
  {
    name: 'stores the page of a portal as a picture',
    find: 'return response.status === 200 && !response.redirected && isImage;',
    replace: 'return response.status === 200;',
  },
  {
    name: 'opens the page from the network',
    find: 'return await storedPage(page) ?? own;',
    replace: 'return fetch(options.request);',
  },
  {
    name: 'never goes back to the build before',
    find: 'return health.refused.includes(build) && hasAnotherShell(health, build);',
    replace: 'return false;',
  },
  {
    name: 'keeps no copy of the build before',
    find: 'for (const [path, response] of found) await copy.put(path, response);',
    replace: '',
  },
  {
    name: 'never takes over',
    find: 'await self.skipWaiting();',
    replace: '',
  },
  {
    name: 'keeps the pictures of photos that were deleted',
    find: 'await Promise.all(unlisted.map((url) => cache.delete(url, { ignoreVary: true })));',
    replace: '',
  },
  {
    name: 'keeps the pictures of albums that were taken away',
    find: 'await Promise.all(gone.map((name) => deleteCache(name)));',
    replace: '',
  },
  {
    name: 'answers with the stored list although a newer one has come',
    find: 'if (outcome?.kind === "valid") return outcome.response.clone();',
    replace: '',
  },
  {
    name: 'stores responses that are no picture',
    find: 'if (image.type !== "error") waitUntil(',
    replace: 'waitUntil(',
  },
  {
    name: 'waits without an end for what it knows of builds',
    find: 'inTime(() => get(RECORDS.shellHealth)).then(healthOf',
    replace: 'get(RECORDS.shellHealth).then(healthOf',
  },
  {
    name: 'gives no build up, however often it fails',
    find: 'if (misses < MISSES_ALLOWED || !hasAnotherShell(health, build)) return {',
    replace: 'if (build) return {',
  },
  {
    name: 'forgets which build it gave up',
    find: 'const refused = [...health.refused.filter((other) => other !== build), build].slice(-10);',
    replace: 'const refused = [];',
  },
  {
    name: 'stores all lists under one name',
    find: 'return `${KIOSK_CACHES.responseKeys}${keyHash}/${name}`;',
    replace: 'return `${KIOSK_CACHES.responseKeys}${keyHash}/list`;',
  },
  {
    name: 'stores the pictures of all albums where none is found',
    find: 'return `${CACHES.kiosk}${keyHash}${KIOSK_CACHES.images}${albumSlug}`;',
    replace: 'return `${CACHES.kiosk}${keyHash}${KIOSK_CACHES.images}${Math.random()}`;',
  },
  {
    name: 'takes an error of the server for a list',
    find: 'if (name.endsWith("/outline")) return',
    replace: 'if (name) return true;\n\t\tif (name.endsWith("/outline")) return',
  },
  {
    name: 'keeps what it knows of pages that are closed',
    find: 'record.startsWith(RECORDS.pageKey) && !open.has(record)',
    replace: 'false',
  },
  {
    name: 'deletes the pictures of a revoked key and keeps its lists',
    find: 'filter((name) => belongsToKey(name, keyHash))',
    replace: 'filter((name) => name.includes(":images:") && belongsToKey(name, keyHash))',
  },
];
