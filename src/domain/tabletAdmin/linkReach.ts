/** Whether a link leads to the machine it is opened on, so that it means nothing on any other one. */
export function isOwnMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    ['localhost', '[::1]', '0.0.0.0'].includes(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}
