import { invitations } from './invitations/index.tsx';
import { setUp } from './setUp/index.tsx';
import { shares } from './shares/index.tsx';
import type { LinkPage, TokenLink } from './slots.ts';

// The links that lead to the landing page, which shows something else instead; by name.

export const TOKEN_LINKS: Readonly<Record<string, TokenLink>> = {
  setUp,
  invitations,
};

export const LINK_PAGES: Readonly<Record<string, LinkPage>> = {
  shares,
};
