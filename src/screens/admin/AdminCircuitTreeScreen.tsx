export function AdminCircuitTreeScreen() {
  return <main>AdminCircuitTreeScreen</main>;
}
