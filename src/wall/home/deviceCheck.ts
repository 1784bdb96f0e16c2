/** The features that a device needs to run unattended on a wall; each property is false when the device lacks it. */
export interface DeviceCheck {
  isSecure: boolean;
  isStoragePersistent: boolean;
  canStayAwake: boolean;
}

/** Asks for storage that the browser does not clear by itself; browsers decide without asking the person. */
export async function askForPersistence(): Promise<boolean> {
  if (!('storage' in navigator) || !('persist' in navigator.storage)) return false;
  return (await navigator.storage.persisted()) || navigator.storage.persist();
}

async function canHoldWakeLock(): Promise<boolean> {
  if (!('wakeLock' in navigator)) return false;
  try {
    const lock = await navigator.wakeLock.request('screen');
    await lock.release();
    return true;
  } catch {
    return false;
  }
}

export async function deviceCheck(): Promise<DeviceCheck> {
  return {
    isSecure: window.isSecureContext,
    isStoragePersistent: await askForPersistence().catch(() => false),
    canStayAwake: await canHoldWakeLock(),
  };
}
