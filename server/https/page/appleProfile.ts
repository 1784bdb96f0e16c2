import { createHash, X509Certificate } from 'node:crypto';

/**
 * A profile that gives iPads and iPhones the authority. Its ids follow from the certificate, so that installing it again
 * replaces what is there.
 */
export function appleProfile(certificate: string): string {
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
