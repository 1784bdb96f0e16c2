import { DEVICE_KINDS, deviceKind, type DeviceKind } from '#domain/deviceKind.ts';
import { originOf } from '#domain/addresses/serverAddress.ts';
import { qrSvg } from '#server/core/addresses/qrCode.ts';

interface PageFacts {
  userAgent: string;
  /** The name under which this device reaches the server. */
  name: string;
  /** The https origin to be preferred, where the device finds it; undefined: that of `name`. */
  named: string | undefined;
  /** The best name to give to another device. */
  nameToTell: string;
  httpPort: number;
  httpsPort: number;
  /** SHA-256 of the authority's certificate. */
  fingerprint: string;
  /** SHA-256 of the former authorities' certificates. */
  former: readonly string[];
}

const LOGO =
  '<svg class="logo" viewBox="0 0 64 64" fill="none" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path class="ground" d="M18 58H46"/><path class="traces" d="M32 58V11M27 58V46L15 34V28M37 58V48L49 36V26M20.5 39.5H11M44.5 40.5H53M32 36L23 27V18M32 31.5L41 22.5V18"/><g class="nodes"><circle cx="32" cy="8" r="3.1"/><circle cx="15" cy="25" r="3.1"/><circle cx="49" cy="23" r="3.1"/><circle cx="8" cy="39.5" r="3.1"/><circle cx="56" cy="40.5" r="3.1"/><circle cx="23" cy="15" r="3.1"/><circle cx="41" cy="15" r="3.1"/></g></svg>';

/**
 * The one page on http: it tests whether the device trusts the authority (check.js), and shows the steps to do so.
 * Everything that is put into it is our own text or was checked to be plain.
 */
export function trustPageHtml({
  userAgent,
  name,
  named,
  nameToTell,
  httpPort,
  httpsPort,
  fingerprint,
  former,
}: PageFacts): string {
  const secure = originOf({ secure: true, port: httpsPort, name });
  const plain = `${originOf({ secure: false, port: httpPort, name: nameToTell })}/`;
  const kind = deviceKind(userAgent);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Circuit Tree: trust this house</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${FILES.style}">
</head>
<body data-secure="${secure}"${named === undefined ? '' : ` data-named="${named}"`}>
<main>
<header>${LOGO}<div><h1>Circuit Tree</h1><p>Once on each device: let it trust this house.</p></div></header>
<section class="check" id="check" data-state="looking">
<p id="result" role="status">Looking whether this device trusts this house…</p>
<p class="why" id="why">The server has made its own certificate, which no device knows yet. With it the wall works offline, can be installed and keeps the screen awake.</p>
<p class="actions"><a class="button" id="open" href="${secure}/" hidden>Go on</a><button class="quiet" id="again" type="button" hidden>Check again</button></p>
<noscript><p>Follow the steps below, then open <a href="${secure}/">${secure}</a>: without a warning all is well.</p></noscript>
</section>
<section aria-labelledby="steps"><h2 id="steps">The steps for</h2>
${[kind, ...DEVICE_KINDS.filter((one) => one !== kind)].map((one) => stepsHtml(one, one === kind)).join('\n')}
</section>
<section class="other" aria-labelledby="other"><div class="code">${qrSvg(plain, 'A code that opens this page')}</div>
<div><h2 id="other">Another device</h2><p>Point its camera at the code, or type <b class="address">${plain.replace(/\/$/, '')}</b> into its browser.</p>
<p>The certificate vouches for names and addresses of a home only. Its fingerprint (SHA-256), to compare with what <code>npm run cli -- https fingerprint</code> prints on the server:</p><p class="fingerprint">${fingerprint}</p>${formerHtml(former)}</div></section>
</main>
<script src="${FILES.script}"></script>
</body>
</html>
`;
}

/** Warns of former authorities: a device that trusts one trusts everybody who has its key. */
function formerHtml(former: readonly string[]): string {
  if (former.length === 0) return '';
  const listed = former.map((one) => `<p class="fingerprint">${one}</p>`).join('');
  return `<p>The certificate before it has been replaced. Where this device trusts it, remove it: in the same place, by the name ‘Circuit Tree at …’ and this fingerprint:</p>${listed}`;
}

function stepsHtml(kind: DeviceKind, isOpen: boolean): string {
  const { title, file, steps } = DEVICE_STEPS[kind];
  const download = `<p><a class="button" href="${file.path}"${file.isOpened === true ? '' : ' download'}>${file.label}</a></p>`;
  const list = steps.map((step) => `<li>${step}</li>`).join('');
  return `<details id="${kind}"${isOpen ? ' open' : ''}><summary>${title}</summary>${download}<ol>${list}</ol></details>`;
}

/** The addresses of what is served on http beside the page. */
export const FILES = {
  certificate: '/circuit-tree-ca.crt',
  certificateText: '/circuit-tree-ca.pem',
  profile: '/circuit-tree-ca.mobileconfig',
  style: '/https/page.css',
  script: '/https/check.js',
} as const;

interface DeviceSteps {
  title: string;
  /** Whether the browser opens it, and then asks what to do, rather than saving it. */
  file: { path: string; label: string; isOpened?: boolean };
  /** HTML of our own. */
  steps: string[];
}

const CERTIFICATE = { path: FILES.certificate, label: 'Download the certificate' };

/** The steps by which a device trusts the house's authority, in the words of the devices' own settings. */
const DEVICE_STEPS: Record<DeviceKind, DeviceSteps> = {
  android: {
    title: 'Android',
    file: CERTIFICATE,
    steps: [
      'Open the device’s <b>Settings</b> and search for <b>CA certificate</b> (on most devices it is under Security → More security settings → Encryption &amp; credentials → Install a certificate).',
      'Choose <b>CA certificate</b>, then <b>Install anyway</b>. A device without a screen lock asks for one first.',
      `Pick <b>${FILES.certificate.slice(1)}</b> among the downloads, and come back to this page.`,
    ],
  },
  ipad: {
    title: 'iPad and iPhone',
    file: { path: FILES.profile, label: 'Download the profile', isOpened: true },
    steps: [
      'In <b>Safari</b>, allow the download. Then open <b>Settings</b> → General → <b>VPN &amp; Device Management</b>, and install the profile ‘Circuit Tree’.',
      'Settings → General → About → <b>Certificate Trust Settings</b>: switch ‘Circuit Tree’ on. Without this second step the profile does nothing.',
      'Come back to this page.',
    ],
  },
  windows: {
    title: 'Windows',
    file: CERTIFICATE,
    steps: [
      'Open the downloaded file, then <b>Install Certificate</b> → Current User.',
      'Choose <b>Place all certificates in the following store</b> → Browse → <b>Trusted Root Certification Authorities</b>, and confirm.',
      'Close the browser with all its windows, and come back to this page. Chrome, Edge and Firefox all take it from there.',
    ],
  },
  macos: {
    title: 'macOS',
    file: CERTIFICATE,
    steps: [
      'Open the downloaded file: <b>Keychain Access</b> adds it (choose ‘login’ if it asks).',
      'Double-click ‘Circuit Tree’ in the list, open <b>Trust</b>, and set ‘When using this certificate’ to <b>Always Trust</b>.',
      'Close the window, enter your password, and come back to this page.',
    ],
  },
  firefox: {
    title: 'Firefox on Linux and Android',
    file: { path: FILES.certificate, label: 'Open the certificate', isOpened: true },
    steps: [
      'Linux: Firefox asks at once: tick <b>Trust this CA to identify websites</b>. (If it saves the file instead: Settings → Privacy &amp; Security → View Certificates → Authorities → Import.)',
      'Android: follow the steps for Android above. Then Firefox’s Settings → About Firefox, tap the logo seven times, and in Settings → <b>Secret Settings</b> switch on ‘Use third party CA certificates’.',
      'Come back to this page.',
    ],
  },
  linux: {
    title: 'Linux',
    file: CERTIFICATE,
    steps: [
      'Chrome and Chromium: Settings → Privacy and security → Security → <b>Manage certificates</b> → Custom → Installed by you → <b>Import</b>.',
      `All programs on Debian or Ubuntu: <code>sudo cp ${FILES.certificateText.slice(1)} /usr/local/share/ca-certificates/circuit-tree.crt &amp;&amp; sudo update-ca-certificates</code>, with <a href="${FILES.certificateText}" download>the certificate as text</a>.`,
      'Restart the browser, and come back to this page.',
    ],
  },
};
