import { API_KEY_HEADER, API_PATHS, CSRF_HEADER } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { type KioskEvent, kioskEventFrom, reconnectDelayMs, SILENT_AFTER_MS } from '#domain/tablets/kioskEvent.ts';
import { type ServerResponse, photosIn, topLevelIds, type Result, resultOf } from '#domain/oldTablets/responses.ts';
import { parameterIn } from '#domain/oldTablets/parameterIn.ts';
import { parsedJson } from '#domain/records.ts';
import { environment } from '../environment.ts';

const TIMEOUT_MS = 20_000;

/** Calls the API by XMLHttpRequest, since the browsers of old tablets have no `fetch`. `done` is called exactly once. */
export function ask(path: string, apiKey: string, done: (response: ServerResponse) => void): void {
  callApi({ method: 'GET', path, apiKey }, done);
}

/** Makes the call with POST and without a body; '' for a call without a key. */
export function post(path: string, apiKey: string, done: (response: ServerResponse) => void): void {
  callApi({ method: 'POST', path, apiKey }, done);
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  apiKey: string;
}

function callApi(call: Call, done: (response: ServerResponse) => void): void {
  load({ ...call, path: environment().baseApiUrl + call.path }, (request) =>
    done({ status: request.status, body: request.status === 0 ? undefined : parsedJson(request.responseText) }),
  );
}

/** The text at an address of this page's own server; undefined when there is none. */
export function askText(path: string, done: (text: string | undefined) => void): void {
  load({ method: 'GET', path, apiKey: '' }, (request) =>
    done(request.status === 200 ? request.responseText : undefined),
  );
}

function load({ method, path, apiKey }: Call, done: (request: XMLHttpRequest) => void): void {
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.timeout = TIMEOUT_MS;
  if (method === 'POST' && isOwn(path)) request.setRequestHeader(CSRF_HEADER, csrfToken());
  if (apiKey !== '') request.setRequestHeader(API_KEY_HEADER, apiKey);
  // This event follows a response, a failure and a timeout alike; the status of the latter two is 0.
  request.addEventListener('loadend', () => done(request));
  request.send();
}

function isOwn(path: string): boolean {
  const { protocol, host } = window.location;
  return path.charAt(0) === '/' || path.indexOf(`${protocol}//${host}/`) === 0;
}

/** The server sends it with the page in a cookie, which a page of another origin cannot read. */
function csrfToken(): string {
  return parameterIn(document.cookie.replace(/; /g, '&'), COOKIES.csrf);
}

const EVENT_NAMES = ['alive', 'albums', 'settings', 'revoked', 'command'] as const;

/** The stream of events for a key; undefined while there is none, and changes are noticed later. */
let stream: { source: EventSource; apiKey: string; heardAtMs: number } | undefined;
let streamFailures = 0;
let nextStreamAtMs = 0;

/**
 * Called every second: keeps a stream open, if the browser has such streams, so that changes and commands arrive at
 * once. `isBack`: there was an earlier stream, or an attempt has failed.
 */
export function listen(apiKey: string, onEvent: (event: KioskEvent | undefined, isBack: boolean) => void): void {
  const now = performance.now();
  // The connection may be dead without an event.
  if (stream && (stream.apiKey !== apiKey || now - stream.heardAtMs > SILENT_AFTER_MS)) hangUp();
  if (stream || now < nextStreamAtMs || typeof EventSource === 'undefined') return;
  const address = `${API_PATHS.kioskEvents}?${API_KEY_PARAMETER}=${encodeURIComponent(apiKey)}`;
  const source = new EventSource(environment().baseApiUrl + address);
  stream = { source, apiKey, heardAtMs: now };
  for (const name of EVENT_NAMES) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      if (stream) stream.heardAtMs = performance.now();
      const isBack = streamFailures > 0;
      streamFailures = 0;
      onEvent(kioskEventFrom(name, data), isBack);
    });
  }
  source.addEventListener('error', hangUp);
}

function hangUp(): void {
  if (stream) stream.source.close();
  stream = undefined;
  streamFailures += 1;
  nextStreamAtMs = performance.now() + reconnectDelayMs(streamFailures, Math.random());
}

export type Loaded = { result: 'fine'; photos: Photo[] } | { result: Exclude<Result, 'fine'> };

interface Wanted {
  apiKey: string;
  /** Null, or a deleted album: all photos. */
  albumId: string | null;
}

/** Requests the photos to show, one album after the other. */
export function loadPhotos({ apiKey, albumId }: Wanted, done: (loaded: Loaded) => void): void {
  if (albumId !== null) {
    collect([albumId], apiKey, (loaded) => {
      if (loaded.result === 'fine' && loaded.photos.length === 0) loadPhotos({ apiKey, albumId: null }, done);
      else done(loaded);
    });
    return;
  }
  ask(API_PATHS.albums, apiKey, (response) => {
    const result = resultOf(response);
    if (result === 'fine') collect(topLevelIds(response.body), apiKey, done);
    else done({ result });
  });
}

function collect(albumIds: string[], apiKey: string, done: (loaded: Loaded) => void): void {
  let photos: Photo[] = [];
  const next = (at: number): void => {
    const id = albumIds[at];
    if (id === undefined) {
      done({ result: 'fine', photos });
      return;
    }
    ask(`${API_PATHS.albumPhotos(id)}?includeChildAlbums=true`, apiKey, (response) => {
      // An album may be deleted between the two calls.
      const result = response.status === 404 ? 'fine' : resultOf(response);
      if (result !== 'fine') {
        done({ result });
        return;
      }
      photos = photos.concat(photosIn(response.body));
      next(at + 1);
    });
  };
  next(0);
}
