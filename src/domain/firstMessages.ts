/** The sentences of a kiosk's first screen, which does not load messages.ts. */
export const FIRST_MESSAGES = {
  apiKeyRequired: 'API key is required',
  /** Shown for a key that the server does not know or has revoked. */
  apiKeyInvalid: 'This API key is not valid',
  /** On the kiosk, when the server has forgotten its key: the kiosk continues with its stored photos. */
  tabletUnknown: 'This server does not know this tablet',
} as const;
