export function NodeHealthScreen() {
  return <main>NodeHealthScreen</main>;
}
