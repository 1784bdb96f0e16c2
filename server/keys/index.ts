import { subject } from '#server/core/subject.ts';
import { firstKioskLine } from './firstKiosk.ts';
import { keyRepository } from './keyRepository.ts';
import { keyCommands } from './keyCommands.ts';

/** The keys of tablets and devices. */
export const keys = subject(
  'keys',
  (core) => {
    const { settings, audit, hold } = core;
    const repository = keyRepository(core.db, core.now);
    Object.assign(core.credentialSources, { keys: repository });
    core.slots.addressLines.add((addresses) => firstKioskLine(addresses, { settings, audit, hold, keys: repository }));
    return { keys: repository };
  },
  keyCommands,
);
