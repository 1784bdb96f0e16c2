import { StartError } from '#server/core/errors.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { ServedCertificate } from './certificate.ts';
import { CertificateFiles } from './certificateFiles.ts';

/** Makes a certificate that the settings ask for; undefined: they ask for none of this kind. */
export type CertificateMaker = () => Promise<ServedCertificate | undefined>;

export interface Certificates {
  /** The certificate that the server shows; undefined: it serves plain http. Opened by the first call. */
  certificate: () => Promise<ServedCertificate | undefined>;
  close: () => void;
}

/** Commands of the operator never open the certificate: they need none. */
export function certificates(
  settings: Pick<Settings, 'tls' | 'httpsAtHome'>,
  makers: Iterable<CertificateMaker>,
): Certificates {
  let opening: Promise<ServedCertificate | undefined> | undefined;
  let opened: ServedCertificate | undefined;
  return {
    certificate: () => {
      opening ??= open(settings, makers).then((certificate) => (opened = certificate));
      return opening;
    },
    close: () => opened?.close(),
  };
}

async function open(
  { tls, httpsAtHome }: Pick<Settings, 'tls' | 'httpsAtHome'>,
  makers: Iterable<CertificateMaker>,
): Promise<ServedCertificate | undefined> {
  if (tls) return new CertificateFiles(tls);
  for (const make of makers) {
    const made = await make();
    if (made) return made;
  }
  // Plain http in its place would send keys and sessions readably through the network.
  if (httpsAtHome) throw new StartError('HTTPS: this installation has no part that makes a certificate of the home');
  return undefined;
}
