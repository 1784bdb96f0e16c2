/** Below the two buttons of the kiosk home: the place of the install hint and of the tablet's self-check. */
export function KioskHomeNotes() {
  return null;
}
