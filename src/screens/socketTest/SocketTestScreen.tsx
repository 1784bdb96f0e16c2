export function SocketTestScreen() {
  return <main>SocketTestScreen</main>;
}
