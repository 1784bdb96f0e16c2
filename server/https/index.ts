import { subject } from '#server/core/subject.ts';
import { Doorway } from './doorway.ts';
import { devicesLine, homeServing } from './homeServing.ts';
import { authorityRepository } from './httpsRepository.ts';
import { httpsCommands } from './httpsCommands.ts';

/** The home's own certificates, the server's name in its network, and the page where devices learn to trust both. */
export const https = subject(
  'https',
  (core) => {
    const { certificate, db, eraseDeleted, installation, settings, now, slots } = core;
    const authorities = authorityRepository(db, eraseDeleted);
    const doorway = new Doorway({ settings, installation });
    Object.assign(core.addresses, doorway.addresses());
    slots.certificates.add(async () => {
      if (!settings.httpsAtHome) return undefined;
      // The X.509 packages take most of a second to load, which only this kind of https needs.
      const { HomeCertificate } = await import('./homeCertificate.ts');
      return HomeCertificate.open({
        authorities,
        now,
        homeName: () => doorway.certifiedName,
        publicUrl: settings.publicUrl,
      });
    });
    slots.listening.add(homeServing({ certificate, db, installation, settings, doorway }));
    slots.addressLines.add(async (addresses) => devicesLine(addresses));
    slots.closing.add(() => doorway.close());
    return { authorities, doorway };
  },
  httpsCommands,
);
