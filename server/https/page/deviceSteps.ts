import type { DeviceKind } from '#domain/https/deviceKind.ts';
import { FILES } from './files.ts';

interface DeviceSteps {
  title: string;
  /** Is it opened by the browser, which then asks what to do, rather than saved? */
  file: { path: string; label: string; isOpened?: boolean };
  /** HTML of our own. */
  steps: string[];
}

const CERTIFICATE = { path: FILES.certificate, label: 'Download the certificate' };

/** The steps by which a device trusts the house's authority, in the words of the devices' own settings. */
export const DEVICE_STEPS: Record<DeviceKind, DeviceSteps> = {
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
      'Start the browser anew, and come back to this page.',
    ],
  },
};
