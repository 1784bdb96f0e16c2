import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';

/** By which push services know this installation (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** The same secret makes the same keys: every browser has subscribed for just this public one. */
export function pushKeysOf(secret: string): PushKeys {
  const privateKey = Buffer.from(secret, 'hex');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
