const WITH_SCHEME = /^(https?|wss?):\/\/\S+$/i;

/** The origin of a typed address, or undefined when it is not the address of a socket server. */
export function socketUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (!WITH_SCHEME.test(text)) return undefined;
  try {
    const { host, protocol } = new URL(text);
    return `${protocol}//${host}`;
  } catch {
    return undefined;
  }
}
