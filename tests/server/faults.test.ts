import { expect, test } from 'vitest';
import { abortedUploads } from '../trials/faults/abortedUploads.ts';
import { SHORT } from '../trials/faults/fault.ts';
import { fullDisk } from '../trials/faults/fullDisk.ts';
import { killedServer } from '../trials/faults/killedServer.ts';
import { lockedDatabase } from '../trials/faults/lockedDatabase.ts';
import { slowLoris } from '../trials/faults/slowLoris.ts';
import { slugRace } from '../trials/faults/slugRace.ts';

// The short version; `npm run faults` is the whole one.
test.each([slugRace, slowLoris, lockedDatabase, fullDisk, abortedUploads, killedServer])(
  'the server holds: $name',
  async (fault) => {
    const { broken, figures } = await fault.run(SHORT);
    expect(broken, JSON.stringify(figures)).toEqual([]);
  },
  120_000,
);
