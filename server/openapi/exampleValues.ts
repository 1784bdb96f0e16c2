/**
 * The values used in the document's examples. A test replaces them by existing ones and makes each call exactly as
 * described.
 */
export const EXAMPLES = {
  albumId: '3f1c8a52-6a0e-4a9b-9f63-0d1f5a7c2b11',
  otherAlbumId: '9b7d2e40-1c55-4f0e-8f0a-52f0a1c7d3e8',
  albumSlug: 'summer-2025',
  filename: 'beach-5d41402abc4b2a76b9719d911017c592.jpg',
  userId: '70a1c4de-2f7b-4d3c-9d67-4d7a7c0b6f21',
  sessionId: 'c2b8d0a4-9e7f-4b8e-a1f5-6e0d4b3c2a19',
  tabletId: '5e6f7a80-91b2-4c3d-8e4f-a0b1c2d3e4f5',
  nodeId: 'hall-lamp',
  channelId: 'b4d7e1a2-8c3f-4e5d-9a6b-7f8091a2b3c4',
  pairingCode: 'HJKMNP',
  pairingSecret: '0f4c9a7d2be15836',
  trashId: 'photo-17',
  apiKey: '7e1f0c5b9a3d48e2b6c4f8a1d0e7935c2b4a6f8e1d3c5b79',
  invitationId: 'b1c7e0a4-5d2f-4f6e-8a3c-9e0d1b2c3a48',
  shareId: 'e4a9d1b7-0c3f-4b5a-9d8e-7f6a5b4c3d21',
  invitationToken: 'd0be2dc421be4fcd0172e5afceea3970e2f3d940d0be2dc4',
  linkToken: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5',
  updatedAt: '2026-01-31T12:00:00.000Z',
} as const;
