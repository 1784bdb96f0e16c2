import { expect, test } from 'vitest';
import type { Permission } from '../../../../src/contract/permissions.ts';
import { permissionWords } from '../../../../src/domain/access/permissionWords.ts';

test.each<[Permission[], RegExp]>([
  [[], /^sign in;/],
  [['photos:read'], /^see all photos$/],
  [['photos:write'], /^see all photos, and add/],
  [['photos:read', 'photos:write'], /^see all photos, and add/],
  [['photos:read', 'admin'], /^do everything/],
])('%j', (permissions, words) => expect(permissionWords(permissions)).toMatch(words));
