/** The parts of a mail server's address; it may hold no others. */
export interface MailServer {
  host: string;
  port: number;
  /** Whether TLS begins with the connection; if not, it is used when the server offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
}

export const MAIL_SERVER_FORM =
  'A mail server is written smtps://name:password@mail.example.org:465, with nothing behind the host and the port';

const SCHEMES = ['smtp:', 'smtps:'];
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i;
const PORTS = { plain: 587, secure: 465 };

/**
 * Reads `smtp://` or `smtps://` with name, password, host and port. Undefined for anything else: a path, query or
 * fragment could be read as options of the library that sends, and these can start programs.
 */
export function parseMailServer(address: string): MailServer | undefined {
  if (!URL.canParse(address) || /[?#]/.test(address)) return undefined;
  const { protocol, hostname, port, pathname, username, password } = new URL(address);
  if (!SCHEMES.includes(protocol) || !HOST.test(hostname) || !['', '/'].includes(pathname)) return undefined;
  const user = decoded(username);
  const pass = decoded(password);
  if (user === undefined || pass === undefined) return undefined;
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? PORTS.secure : PORTS.plain),
    secure,
    auth: user === '' && pass === '' ? undefined : { user, pass },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
