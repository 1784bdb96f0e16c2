import type { Settings } from '../settings/settings.ts';
import type { AuthorityRepository } from './authorityRepository.ts';
import type { ServedCertificate } from './certificate.ts';
import { CertificateFiles } from './certificateFiles.ts';
import { Doorway } from './doorway.ts';
import type { Installation } from '../db/installation.ts';

interface Options {
  settings: Pick<Settings, 'tls' | 'httpsAtHome' | 'publicUrl'>;
  authorities: AuthorityRepository;
  now: () => number;
  homeName: () => string | undefined;
}

interface DoorwayFacts {
  settings: Settings;
  installation: Installation;
}

/** The certificate and the ways in. None is opened before it is asked for: a command of the operator works without. */
export function httpsParts({ installation, ...options }: Omit<Options, 'homeName'> & DoorwayFacts) {
  const doorway = new Doorway({ settings: options.settings, installation });
  const certificates = certificateOf({ ...options, homeName: () => doorway.certifiedName });
  const close = async () => {
    certificates.close();
    await doorway.close();
  };
  return { doorway, certificate: certificates.open, close };
}

function certificateOf(options: Options) {
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

async function openCertificate({
  settings,
  authorities,
  now,
  homeName,
}: Options): Promise<ServedCertificate | undefined> {
  if (settings.tls) return new CertificateFiles(settings.tls);
  if (!settings.httpsAtHome) return undefined;
  // The X.509 packages take most of a second to load, which only this kind of https needs.
  const { HomeCertificate } = await import('./homeCertificate.ts');
  return HomeCertificate.open({ authorities, now, homeName, publicUrl: settings.publicUrl });
}
