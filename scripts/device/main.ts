// `npm run node-agent -- --id ID --key KEY [--url URL] [--ca FILE] [--every SECONDS] [--brightness N]`: simulates a node.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { startDevice } from './device.ts';

const USAGE = `Usage: npm run node-agent -- --id ID --key KEY [--url URL] [--ca FILE] [--every SECONDS] [--brightness NUMBER]

  --id          the node's ID; give it several times to speak for several nodes
  --key         a key made with: npm run --silent cli -- key create NAME --node
  --url         the server, http://localhost:${DEFAULT_PORT} if left out
  --ca          a file with the certificate of the house's authority, where the server makes its own (HTTPS=home):
                npm run --silent cli -- https certificate > FILE, or circuit-tree-ca.pem from the server's page on http
  --every       seconds between two heartbeats, 10 if left out
  --brightness  what to answer; if left out, something that follows the time of day
`;

const FULL_BRIGHTNESS = 100;

function fail(text: string): never {
  process.stderr.write(`${text}\n\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        id: { type: 'string', multiple: true },
        key: { type: 'string' },
        url: { type: 'string', default: `http://localhost:${DEFAULT_PORT}` },
        ca: { type: 'string' },
        every: { type: 'string', default: '10' },
        brightness: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** A brightness that follows the time of day: 0 at night, highest at noon. */
function daylight(): number {
  const now = new Date();
  const hour = now.getHours() + now.getMinutes() / 60;
  return Math.round(FULL_BRIGHTNESS * Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)));
}

function readAuthority(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('BEGIN CERTIFICATE')) return text;
  } catch (error) {
    fail(`--ca cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return fail('--ca wants a certificate as text (PEM).');
}

const { id: nodeIds, key, url, ca, every, brightness } = readArguments();
if (!nodeIds || nodeIds.length === 0) fail('An --id is missing.');
if (!key) fail('A --key is missing.');
const seconds = Number(every);
if (!(seconds >= 0.1)) fail('--every wants a number of seconds, 0.1 or more.');
const fixed = brightness === undefined ? undefined : Number(brightness);
if (fixed !== undefined && !Number.isFinite(fixed)) fail('--brightness wants a number.');
if (!URL.canParse(url)) fail('--url wants an address such as http://localhost:8083.');

const device = startDevice({
  url,
  key,
  ...(ca === undefined ? {} : { ca: readAuthority(ca) }),
  nodeIds,
  heartbeatMs: seconds * 1_000,
  brightness: () => fixed ?? daylight(),
  log: (text) => console.log(`${new Date().toISOString()} ${text}`),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => device.close());
