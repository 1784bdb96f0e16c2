import { expect, test } from 'vitest';
import { addressWithoutMail, hasMail } from '../../../../src/domain/access/withoutMail.ts';

test('an account without mail is told from one with it, by an address of its own', () => {
  expect(hasMail(addressWithoutMail('A1'))).toBe(false);
  expect(addressWithoutMail('A1')).not.toBe(addressWithoutMail('A2'));
  expect(hasMail('ada@example.org')).toBe(true);
});
