const IPV4 = /^\d+(?:\.\d+){3}$/;

/** Browsers store passkeys for names only: at a bare address such as 192.168.1.5 they make and offer none. */
export function hasPasskeys(hostname: string): boolean {
  return hostname !== '' && !IPV4.test(hostname) && !hostname.includes(':');
}
