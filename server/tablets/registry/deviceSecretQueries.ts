import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { hashSecret, newSecret, sameText } from '../../http/security/secrets.ts';

/** The values of the column `device_proved`. */
export const DEVICE_PROOFS = { none: 0, proved: 1, contested: 2 } as const;
export type DeviceProof = keyof typeof DEVICE_PROOFS;

interface Device {
  id: string;
  deviceSecretHash: string | null;
  deviceProof: DeviceProof;
}

export interface DeviceLook {
  /** The secret that the device has to store; it is returned only this once. */
  deviceSecret?: string;
  /** Set when this call has ended the order of a new key. */
  isContestNew?: boolean;
}

export function provesDevice({ deviceSecretHash }: Device, shown: string | undefined): boolean {
  return deviceSecretHash !== null && shown !== undefined && sameText(hashSecret(shown), deviceSecretHash);
}

/** Makes the secret of a device that is getting its first key. `db` is a transaction. */
export async function giveDeviceSecret(db: Database, tabletId: string): Promise<string> {
  const secret = newSecret();
  await db.updateTable('tablets').set(hashOf(secret)).where('id', '=', tabletId).execute();
  return secret;
}

/**
 * Notes whether the device that asks for its settings proves that it is the tablet. A tablet without a secret gets one,
 * once; another device that has read its key gets none later. A device without the proof that asks while a new key is
 * ordered contests the order: the order ends, and none is possible until an admin connects the tablet again.
 */
export async function lookAtDevice(db: Database, tablet: Device, shown: string): Promise<DeviceLook> {
  const row = db.updateTable('tablets').where('id', '=', tablet.id);
  if (tablet.deviceSecretHash === null) {
    const secret = newSecret();
    const result = await row.set(hashOf(secret)).where('device_secret_hash', 'is', null).executeTakeFirst();
    return result.numUpdatedRows > 0n ? { deviceSecret: secret } : {};
  }
  const deviceProof = provesDevice(tablet, shown) ? 'proved' : 'none';
  if (tablet.deviceProof === 'contested' || tablet.deviceProof === deviceProof) return {};
  const { none, proved, contested } = DEVICE_PROOFS;
  const same = row
    .where('device_secret_hash', '=', tablet.deviceSecretHash)
    .where('device_proved', '=', DEVICE_PROOFS[tablet.deviceProof]);
  if (deviceProof === 'proved') {
    await same.set({ device_proved: proved }).execute();
    return {};
  }
  // The row decides about the order, since an admin may order at the same moment.
  const device_proved = sql<number>`case when key_wanted_at is null then ${sql.lit(none)} else ${sql.lit(contested)} end`;
  const after = await same.set({ device_proved, key_wanted_at: null }).returning('device_proved').executeTakeFirst();
  return after?.device_proved === contested ? { isContestNew: true } : {};
}

function hashOf(secret: string) {
  return { device_secret_hash: hashSecret(secret), device_proved: DEVICE_PROOFS.none };
}
