export function CodenamesScreen() {
  return <main>CodenamesScreen</main>;
}
