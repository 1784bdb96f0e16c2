import { API_KEY_HEADER } from '../contract/paths.ts';
import type { FrameResponse } from '../domain/frame/frameResponse.ts';
import { environment } from '../environment.ts';

const TIMEOUT_MS = 20_000;

/** Calls the API by XMLHttpRequest, since the browsers of old tablets have no `fetch`. `done` is called exactly once. */
export function ask(path: string, apiKey: string, done: (response: FrameResponse) => void): void {
  load(environment().baseApiUrl + path, apiKey, (request) =>
    done({ status: request.status, body: request.status === 0 ? undefined : parsed(request.responseText) }),
  );
}

/** The text at an address of this page's own server; undefined when there is none. */
export function askText(path: string, done: (text: string | undefined) => void): void {
  load(path, '', (request) => done(request.status === 200 ? request.responseText : undefined));
}

function load(url: string, apiKey: string, done: (request: XMLHttpRequest) => void): void {
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.timeout = TIMEOUT_MS;
  if (apiKey !== '') request.setRequestHeader(API_KEY_HEADER, apiKey);
  // Follows a response, a failure and a timeout alike; the status of the latter two is 0.
  request.addEventListener('loadend', () => done(request));
  request.send();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
