export function ClockScreen() {
  return <main>ClockScreen</main>;
}
