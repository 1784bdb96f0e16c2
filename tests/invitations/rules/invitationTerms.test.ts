import { expect, test } from 'vitest';
import { INVITATION_TERMS } from '#contract/admin/limits.ts';
import { invitationEnd, invitationState } from '#domain/invitations/invitationTerms.ts';

const MINUTE_MS = 60_000;
const open = { expiresAt: 1_000, usedAt: null, revokedAt: null };

test('an invitation is valid for 15 minutes, an hour, a day or a week', () => {
  const minutes = INVITATION_TERMS.map((term) => (invitationEnd(term, 5) - 5) / MINUTE_MS);
  expect(minutes).toEqual([15, 60, 24 * 60, 7 * 24 * 60]);
});

test.each([
  ['open', 999, open],
  ['over', 1_000, open],
  ['taken-back', 1, { ...open, revokedAt: 1 }],
  ['taken-back', 2_000, { ...open, revokedAt: 1 }],
  ['used', 2_000, { ...open, usedAt: 5 }],
  ['used', 2_000, { ...open, usedAt: 5, revokedAt: 6 }],
])('an invitation is %s at %d', (state, now, course) => {
  expect(invitationState(course, now)).toBe(state);
});
