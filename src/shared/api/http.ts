import ky, { HTTPError, type KyInstance } from 'ky';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import { API_KEY_HEADER, CSRF_HEADER } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { environment } from '#src/environment.ts';

/** The credential of a request: the kiosk's API key, the key of a visitor's link, or a person's token. */
export type Credential = { apiKey: string } | { shareKey: string } | { token: string };

const READING_METHODS = ['GET', 'HEAD'];

function isSameOrigin(url: string): boolean {
  return new URL(url, window.location.href).origin === window.location.origin;
}

/** The CSRF token. The server sends it with the page in a cookie, which a page of another origin cannot read. */
function csrfToken(): string | undefined {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIES.csrf}=`));
  return entry && decodeURIComponent(entry.slice(COOKIES.csrf.length + 1));
}

function credentialHeaders(credential: Credential | undefined): Record<string, string> {
  if (!credential) return {};
  if ('shareKey' in credential) return { [SHARE_KEY_HEADER]: credential.shareKey };
  return 'apiKey' in credential
    ? { [API_KEY_HEADER]: credential.apiKey }
    : { Authorization: `Bearer ${credential.token}` };
}

/** Headers for one request: the credential, and the CSRF token on writes to our own origin. */
export function requestHeaders(url: string, method: string, credential?: Credential): Record<string, string> {
  const headers = credentialHeaders(credential);
  const csrf = READING_METHODS.includes(method) || !isSameOrigin(url) ? undefined : csrfToken();
  return csrf ? { ...headers, [CSRF_HEADER]: csrf } : headers;
}

/** ky with one credential. Its own retries are off: the screens and the service worker decide what to request again. */
export function http(credential?: Credential): KyInstance {
  return ky.create({
    prefix: environment().baseApiUrl,
    retry: 0,
    timeout: 30_000,
    cache: 'no-cache',
    hooks: {
      beforeRequest: [
        ({ request }) => {
          const headers = requestHeaders(request.url, request.method, credential);
          for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
        },
      ],
    },
  });
}

/** The status of an error response, or undefined when there was no response at all. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof HTTPError ? error.response.status : undefined;
}

/** Whether our own server rejected the credential. A 401 from a proxy or a captive portal has another body. */
export function isCredentialRefused(error: unknown): boolean {
  return error instanceof HTTPError && isRecord(error.data) && textOf(error.data, 'code') === CREDENTIAL_REFUSED;
}

/** The id of an installation that does not know the credential, if the response names one. */
export function unknownAt(error: unknown): string | undefined {
  if (!(error instanceof HTTPError) || !isRecord(error.data)) return undefined;
  return textOf(error.data, 'code') === CREDENTIAL_UNKNOWN
    ? textOf(error.data, 'installation') || undefined
    : undefined;
}

/** The server's sentence about a failure, if it sent one. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof HTTPError)) return undefined;
  const body: unknown = error.data;
  return isRecord(body) ? textOf(body, 'message') || undefined : undefined;
}
