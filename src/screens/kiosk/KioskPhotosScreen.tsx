export function KioskPhotosScreen() {
  return <main>KioskPhotosScreen</main>;
}
