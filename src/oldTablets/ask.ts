import { API_KEY_HEADER, CSRF_HEADER, DEVICE_SECRET_HEADER } from '#contract/paths.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import type { ServerResponse, Result } from '#domain/oldTablets/responses.ts';
import { parameterIn } from '#domain/oldTablets/parameterIn.ts';
import { parsedJson } from '#domain/records.ts';
import { environment } from '../environment.ts';

const TIMEOUT_MS = 20_000;

/** Calls the API by XMLHttpRequest, since the browsers of old tablets have no `fetch`. `done` is called exactly once. */
export function ask(path: string, apiKey: string, done: (response: ServerResponse) => void): void {
  callApi({ method: 'GET', path, apiKey }, done);
}

/** Makes the same call with the secret that proves that this device is the tablet. */
export function askProving(call: Required<Call>, done: (response: ServerResponse) => void): void {
  callApi(call, done);
}

/** Makes the call with POST and without a body; '' for a call without a key. */
export function post(path: string, apiKey: string, done: (response: ServerResponse) => void): void {
  callApi({ method: 'POST', path, apiKey }, done);
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  apiKey: string;
  deviceSecret?: string;
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

function load({ method, path, apiKey, deviceSecret }: Call, done: (request: XMLHttpRequest) => void): void {
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.timeout = TIMEOUT_MS;
  if (method === 'POST' && isOwn(path)) request.setRequestHeader(CSRF_HEADER, csrfToken());
  if (apiKey !== '') request.setRequestHeader(API_KEY_HEADER, apiKey);
  if (deviceSecret !== undefined) request.setRequestHeader(DEVICE_SECRET_HEADER, deviceSecret);
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

export type Loaded = { result: 'fine'; photos: Photo[] } | { result: Exclude<Result, 'fine'> };
