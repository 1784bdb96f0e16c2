// `npm run lab -- again [--seed 1000 --mishaps 12]`: the first mishaps of a seed of the simulated wall, lived there and by the
// built app on a tablet in real Chromium, before a real server: both must show the same and have stored the same after each.
// Exit code 1 when they differ.
import { parseArgs } from 'node:util';
import { liveAgain } from './bothLives.ts';
import { TIME_ZONE } from './realTablet.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1000' }, mishaps: { type: 'string', default: '12' } },
});

// The clock of the simulated tablet.
process.env.TZ = TIME_ZONE;
const differences = await liveAgain(Number(values.seed), Number(values.mishaps), console.log);
if (differences > 0) process.exitCode = 1;
