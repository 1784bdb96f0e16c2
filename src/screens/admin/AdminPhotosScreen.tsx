export function AdminPhotosScreen() {
  return <main>AdminPhotosScreen</main>;
}
