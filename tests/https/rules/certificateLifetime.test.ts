import { expect, test } from 'vitest';
import {
  authorityPeriod,
  certificatePeriod,
  isAuthorityDue,
  isCertificateDue,
} from '#domain/https/certificateLifetime.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);

test('an authority is valid for ten years, a certificate for at most 397 days, both from yesterday on', () => {
  const authority = authorityPeriod(NOW);
  const certificate = certificatePeriod(NOW, authority);
  expect([authority.from, certificate.from]).toEqual([NOW - DAY_MS, NOW - DAY_MS]);
  expect(new Date(authority.until).getUTCFullYear()).toBe(2036);
  expect((certificate.until - certificate.from) / DAY_MS).toBe(397);
});

test('a certificate is renewed 30 days before its end', () => {
  const { from, until } = certificatePeriod(NOW, authorityPeriod(NOW));
  expect(isCertificateDue({ from, until }, NOW)).toBe(false);
  expect(isCertificateDue({ from, until }, until - 30 * DAY_MS - 1)).toBe(false);
  expect(isCertificateDue({ from, until }, until - 30 * DAY_MS)).toBe(true);
  expect(isCertificateDue({ from, until }, until + DAY_MS)).toBe(true);
});

test('one that was made while the clock was ahead is made anew; the authority stays, which devices know', () => {
  const authority = authorityPeriod(NOW);
  const early = NOW - 400 * DAY_MS;
  expect(isCertificateDue(certificatePeriod(NOW, authority), early)).toBe(true);
  expect(isAuthorityDue(authority, early)).toBe(false);
  expect(isAuthorityDue(authority, authority.until - 30 * DAY_MS)).toBe(true);
});

test('no certificate outlives its authority', () => {
  const authority = authorityPeriod(NOW);
  const late = authority.until - 100 * DAY_MS;
  expect(certificatePeriod(late, authority).until).toBe(authority.until);
});
