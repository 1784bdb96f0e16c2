export function AdminHomeScreen() {
  return <main>AdminHomeScreen</main>;
}
