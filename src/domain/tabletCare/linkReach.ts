/** Whether a link leads to the machine it is opened on, so that it means nothing on any other one. */
export function isOwnMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$|^\[::1\]$|^0\.0\.0\.0$/.test(hostname)
  );
}
