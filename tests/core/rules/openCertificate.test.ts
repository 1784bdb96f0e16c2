import { expect, test } from 'vitest';
import { StartError } from '#server/core/errors.ts';
import { certificates } from '#server/core/http/secure/openCertificate.ts';

const PLAIN = { tls: undefined, httpsAtHome: false };

test('a server without a certificate starts on http only where nobody asks for https', async () => {
  expect(await certificates(PLAIN, []).certificate()).toBeUndefined();
  await expect(certificates({ ...PLAIN, httpsAtHome: true }, []).certificate()).rejects.toThrow(StartError);
});

test('the first certificate that a subject makes is shown, and is made once', async () => {
  let made = 0;
  const shown = { current: () => ({ cert: '', key: '' }), names: () => ['a.home'], close: () => undefined };
  const silent = { onChange: () => undefined, onEvent: () => undefined };
  const { certificate } = certificates(PLAIN, [
    async () => undefined,
    async () => {
      made += 1;
      return { ...shown, ...silent };
    },
  ]);
  const [one, other] = [await certificate(), await certificate()];
  expect(one?.names()).toEqual(['a.home']);
  expect(other).toBe(one);
  expect(made).toBe(1);
});
