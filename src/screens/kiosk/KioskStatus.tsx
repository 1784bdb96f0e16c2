/**
 * The quiet corner of every kiosk bar, left of the action: the place of the 'Offline' mark and of
 * 'Offline ready 124/200' (DECISIONS §6).
 */
export function KioskStatus() {
  return null;
}
