import { X509Certificate, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isAddress } from '#domain/addresses/certificateNames.ts';
import { secureName } from '#domain/addresses/serverAddress.ts';
import { isLoopbackHost } from '#server/core/settings/networks.ts';
import { HEADERS, hostOf, isReading, sendSentence } from '#server/core/http/secure/plainHttp.ts';
import { FILES, trustPageHtml } from './trustPageHtml.ts';

interface TrustOptions {
  /** The authority's certificate, as PEM. */
  authority: () => string;
  /** The fingerprints of the authorities before it. */
  former: () => readonly string[];
  names: () => readonly string[];
  /** The https origin under the server's name, for visitors who come by its address. */
  named: () => string | undefined;
  httpsPort: number;
  /** Known only when the page is listening. */
  httpPort: () => number;
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  // The check requests the https address, which a device may reach under several names.
  'connect-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The http pages of HTTPS=home: the authority's certificate in the forms that devices need, and a page with the steps.
 * They hold nothing of the library, and no cookie, since everybody in the network can read http.
 */
export function trustPages(options: TrustOptions): RequestListener {
  const style = contentOf('colours.css') + contentOf('page.css');
  const script = contentOf('check.js');
  const files: Record<string, () => { type: string; content: string | Buffer }> = {
    [FILES.style]: () => ({ type: 'text/css; charset=utf-8', content: style }),
    [FILES.script]: () => ({ type: 'text/javascript; charset=utf-8', content: script }),
    [FILES.certificate]: () => ({
      type: 'application/x-x509-ca-cert',
      content: new X509Certificate(options.authority()).raw,
    }),
    [FILES.certificateText]: () => ({ type: 'application/x-pem-file', content: options.authority() }),
    [FILES.profile]: () => ({ type: 'application/x-apple-aspen-config', content: appleProfile(options.authority()) }),
  };
  return (request, response) => {
    if (!isReading(request)) return sendSentence(response, 405, 'This server is reached on https only');
    const file = files[(request.url ?? '/').replace(/[?#].*$/s, '')]?.();
    if (file) return void response.writeHead(200, { ...HEADERS, 'Content-Type': file.type }).end(file.content);
    if (!wantsPage(request)) return sendSentence(response, 404, 'This server is reached on https only');
    return sendPage(request, response, options);
  };
}

/** Sent at every address of the app, since the page leads on to it once the device trusts the authority. */
function sendPage(request: IncomingMessage, response: ServerResponse, options: TrustOptions): void {
  const names = options.names();
  const name = secureName(hostOf(request), names);
  const html = trustPageHtml({
    userAgent: request.headers['user-agent'] ?? '',
    name,
    named: isAddress(name) ? options.named() : undefined,
    nameToTell: isLoopbackHost(name) ? (names.find((other) => !isLoopbackHost(other)) ?? name) : name,
    httpPort: options.httpPort(),
    httpsPort: options.httpsPort,
    fingerprint: new X509Certificate(options.authority()).fingerprint256,
    former: options.former(),
  });
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY };
  response.writeHead(200, { ...HEADERS, ...headers }).end(html);
}

function wantsPage({ url, headers }: IncomingMessage): boolean {
  return url === '/' || headers.accept?.includes('text/html') === true;
}

function contentOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/**
 * A profile that gives iPads and iPhones the authority. Its ids follow from the certificate, so that installing it again
 * replaces what is there.
 */
function appleProfile(certificate: string): string {
  const { raw } = new X509Certificate(certificate);
  const digest = createHash('sha256').update(raw).digest('hex');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadCertificateFileName</key><string>circuit-tree-ca.cer</string>
      <key>PayloadContent</key><data>${raw.toString('base64')}</data>
      <key>PayloadDescription</key><string>Lets this device trust the photo server of this home.</string>
      <key>PayloadDisplayName</key><string>Circuit Tree</string>
      <key>PayloadIdentifier</key><string>circuit-tree.home.certificate</string>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadUUID</key><string>${uuidOf(digest.slice(0, 32))}</string>
      <key>PayloadVersion</key><integer>1</integer>
    </dict>
  </array>
  <key>PayloadDescription</key><string>Lets this device trust the photo server of this home. It can vouch for names and addresses of a home only.</string>
  <key>PayloadDisplayName</key><string>Circuit Tree</string>
  <key>PayloadIdentifier</key><string>circuit-tree.home</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadUUID</key><string>${uuidOf(digest.slice(32))}</string>
  <key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toUpperCase();
}
