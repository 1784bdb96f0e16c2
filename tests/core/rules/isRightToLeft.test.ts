import { expect, test } from 'vitest';
import { isRightToLeft } from '#domain/tablets/languages/isLocale.ts';

test('Arabic, Hebrew and their like are written from right to left, with or without a region', () => {
  expect(['ar', 'ar-EG', 'he', 'fa-IR', 'ur', 'AR'].every(isRightToLeft)).toBe(true);
  expect(['en', 'de-AT', 'ja', 'arn', 'hr', 'fr', 'zh-Hans', 'zh-ar', 'en-he'].some(isRightToLeft)).toBe(false);
});
