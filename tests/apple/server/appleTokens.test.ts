/** @module-tag full */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appleTokens } from '#server/apple/appleTokens.ts';
import { AppleKeyServer, CLIENT_ID } from '../support/appleKeyServer.ts';

const WAVES = 10;
const KIDS_PER_WAVE = 1_000;
const COOL_DOWN_MS = 300;

let apple: AppleKeyServer;
beforeEach(async () => {
  apple = await AppleKeyServer.start();
});
afterEach(() => apple.close());

test.each([
  ['up', undefined],
  ['down', { status: 500, body: '' }],
])(
  '10,000 random kids make at most one fetch per cool-down while the key server is %s',
  { timeout: 60_000 },
  async (_name, broken) => {
    apple.broken = broken;
    const tokens = appleTokens({ jwksUrl: apple.url, clientId: CLIENT_ID, now: Date.now, coolDownMs: COOL_DOWN_MS });
    const [, ...rest] = (await apple.token({ nonce: 'n' })).split('.');
    const forged = (kid: number) => {
      const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `random-${kid}` })).toString('base64url');
      return [header, ...rest].join('.');
    };
    const began = performance.now();
    // In waves: whoever asks at once shares one fetch anyway.
    for (let wave = 0; wave < WAVES; wave += 1) {
      const asked = Array.from({ length: KIDS_PER_WAVE }, (_, kid) =>
        tokens.verify(forged(wave * KIDS_PER_WAVE + kid)),
      );
      const answers = await Promise.allSettled(asked);
      expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    }
    const coolDowns = Math.ceil((performance.now() - began) / COOL_DOWN_MS);
    expect(apple.fetches).toBeGreaterThan(0);
    expect(apple.fetches).toBeLessThanOrEqual(coolDowns);
  },
);
