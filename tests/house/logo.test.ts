import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logoFile } from '#scripts/build/logoFile.ts';

test("public/logo.svg is the app's own logo: `npm run icons` draws it again after a change", async () => {
  expect(readFileSync(new URL('../../public/logo.svg', import.meta.url), 'utf8')).toBe(await logoFile());
});
