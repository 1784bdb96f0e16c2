import { type Static, Type } from 'typebox';
import { EXAMPLES, time } from '#contract/schemas.ts';
import { NewTablet } from './schemas.ts';

export const PairingOffer = Type.Object(
  { code: Type.String(), secret: Type.String(), expiresAt: time },
  {
    $id: 'PairingOffer',
    examples: [{ code: EXAMPLES.pairingCode, secret: EXAMPLES.pairingSecret, expiresAt: '2026-01-31T12:10:00.000Z' }],
  },
);
export type PairingOffer = Static<typeof PairingOffer>;

export const PairingState = Type.Union(
  [
    Type.Object({ state: Type.Literal('waiting') }),
    Type.Object({ state: Type.Literal('paired'), key: Type.Optional(Type.String()) }),
  ],
  { $id: 'PairingState', examples: [{ state: 'waiting' }] },
);
export type PairingState = Static<typeof PairingState>;

const { name, albumIds, expiresAt, settings } = NewTablet.properties;

export const AcceptPairing = Type.Object(
  {
    name: Type.Optional({ ...name, description: 'Needed for a new tablet' }),
    albumIds,
    expiresAt,
    settings,
    tabletId: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The tablet that the screen is to be again; it keeps its name, albums, end and settings',
      }),
    ),
  },
  { examples: [{ name: 'Playroom', albumIds: null, settings: { startsWith: 'slideshow' } }] },
);
export type AcceptPairing = Static<typeof AcceptPairing>;
