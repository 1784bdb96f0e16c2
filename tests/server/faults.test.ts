import { expect, test } from 'vitest';
import { abortedUploads } from '../faults/abortedUploads.ts';
import { SHORT } from '../faults/fault.ts';
import { fullDisk } from '../faults/fullDisk.ts';
import { killedServer } from '../faults/killedServer.ts';
import { lockedDatabase } from '../faults/lockedDatabase.ts';
import { slowLoris } from '../faults/slowLoris.ts';
import { slugRace } from '../faults/slugRace.ts';

// The short version; `npm run faults` is the whole one.
test.each([slugRace, slowLoris, lockedDatabase, fullDisk, abortedUploads, killedServer])(
  'the server holds: $name',
  async (fault) => {
    const { broken, figures } = await fault.run(SHORT);
    expect(broken, JSON.stringify(figures)).toEqual([]);
  },
  120_000,
);
