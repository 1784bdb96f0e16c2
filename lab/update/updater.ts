// The updater in a process of its own, which can be killed: node lab/update/updater.ts CHECKOUT RELEASES DATA_DIR VERSION
import { copyForTrial } from '#server/update/updateCommand.ts';
import { openLibrary } from '#server/openLibrary.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { Checkout } from '../../server/update/checkout.ts';
import { update } from '../../server/update/update.ts';

/** A tenth of the real minute; the rest, which decides the length of a gap, is as in reality. */
const TIMES = { trialMs: 3_500, watchMs: 6_000, everyMs: 500 };

const [, , house = '', releases = '', dataDir = '', version = ''] = process.argv;
const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
await update({
  dataDir,
  checkout: new Checkout(house, releases),
  wanted: version,
  say: () => undefined,
  prepareTrial: (folder) => copyForTrial({ settings, openLibrary }, folder),
  times: TIMES,
}).then(
  (said) => console.log(said),
  (error: unknown) => {
    console.log(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
