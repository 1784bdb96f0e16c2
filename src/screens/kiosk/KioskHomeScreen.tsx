export function KioskHomeScreen() {
  return <main>KioskHomeScreen</main>;
}
