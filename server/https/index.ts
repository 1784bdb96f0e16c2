import { subject } from '#server/core/subject.ts';
import { authorityRepository } from './httpsRepository.ts';
import { httpsParts } from './openCertificate.ts';
import { httpsCommands } from './httpsCommands.ts';

/** Certificates, the name in the home's network, and the addresses at which devices reach the server. */
export const https = subject(
  'https',
  (core) => {
    const authorities = authorityRepository(core.db, core.eraseDeleted);
    const { doorway, certificate, close } = httpsParts({ ...core, authorities });
    core.slots.closing.add(close);
    return { authorities, doorway, certificate };
  },
  httpsCommands,
);
