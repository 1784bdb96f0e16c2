import type { Settings } from '../settings/settings.ts';
import type { AuthorityRepository } from './authorityRepository.ts';
import type { ServedCertificate } from './certificate.ts';
import { CertificateFiles } from './certificateFiles.ts';

interface Options {
  settings: Pick<Settings, 'tls' | 'httpsAtHome' | 'publicUrl'>;
  authorities: AuthorityRepository;
  now: () => number;
}

/** Opens the certificate when it is first asked for: a command of the operator works without one. */
export function certificateOf(options: Options) {
  let opened: Promise<ServedCertificate | undefined> | undefined;
  let certificate: ServedCertificate | undefined;
  return {
    open: () => {
      opened ??= openCertificate(options).then((made) => (certificate = made));
      return opened;
    },
    close: () => certificate?.close(),
  };
}

async function openCertificate({ settings, authorities, now }: Options): Promise<ServedCertificate | undefined> {
  if (settings.tls) return new CertificateFiles(settings.tls);
  if (!settings.httpsAtHome) return undefined;
  // The X.509 packages take most of a second to load, which only this kind of https needs.
  const { HomeCertificate } = await import('./homeCertificate.ts');
  return HomeCertificate.open({ authorities, now, publicUrl: settings.publicUrl });
}
