export function UsersScreen() {
  return <main>UsersScreen</main>;
}
