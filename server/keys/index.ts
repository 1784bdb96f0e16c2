import { subject } from '#server/core/subject.ts';
import { keyRepository } from './keyRepository.ts';
import { keyCommands } from './keyCommands.ts';

/** The keys of tablets and devices. */
export const keys = subject(
  'keys',
  (core) => {
    const repository = keyRepository(core.db, core.now);
    Object.assign(core.credentialSources, { keys: repository });
    return { keys: repository };
  },
  keyCommands,
);
