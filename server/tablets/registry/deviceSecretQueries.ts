import type { Database } from '../../db/open.ts';
import { hashSecret, newSecret, sameText } from '../../http/security/secrets.ts';
import type { StoredTablet } from './tabletQueries.ts';

type Device = Pick<StoredTablet, 'id' | 'deviceSecretHash' | 'isDeviceProved'>;

export function provesDevice({ deviceSecretHash }: Device, shown: string | undefined): boolean {
  return deviceSecretHash !== null && shown !== undefined && sameText(hashSecret(shown), deviceSecretHash);
}

/** Makes the secret of a device that gets its first key at this moment. `db` is a transaction. */
export async function giveDeviceSecret(db: Database, tabletId: string): Promise<string> {
  const secret = newSecret();
  await db.updateTable('tablets').set(hashOf(secret)).where('id', '=', tabletId).execute();
  return secret;
}

/**
 * Notes whether the device that asks for its settings proves that it is the one. A tablet that was never given a secret
 * gets one, once: whoever has read its key later gets none.
 */
export async function lookAtDevice(db: Database, tablet: Device, shown: string): Promise<string | undefined> {
  const row = db.updateTable('tablets').where('id', '=', tablet.id);
  if (tablet.deviceSecretHash === null) {
    const secret = newSecret();
    const result = await row.set(hashOf(secret)).where('device_secret_hash', 'is', null).executeTakeFirst();
    return result.numUpdatedRows > 0n ? secret : undefined;
  }
  const isProved = provesDevice(tablet, shown);
  if (isProved !== tablet.isDeviceProved) {
    const same = row.where('device_secret_hash', '=', tablet.deviceSecretHash);
    await same.set({ device_proved: isProved ? 1 : 0 }).execute();
  }
  return undefined;
}

function hashOf(secret: string) {
  return { device_secret_hash: hashSecret(secret), device_proved: 0 };
}
