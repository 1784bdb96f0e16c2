/** The variable that names a port of the server. */
export type PortVariable = 'PORT' | 'HTTP_PORT';

interface Trouble {
  variable: PortVariable;
  port: number;
  host: string;
  /** The reason of the operating system. */
  code: 'EACCES' | 'EADDRINUSE';
}

const FREE_TO_ALL = { PORT: 8443, HTTP_PORT: 8080 } as const;
/** The tablets' keys and photos belong to the address of the app; the port of http only redirects there. */
const AFTER_A_MOVE = {
  PORT: 'every tablet has to be connected again',
  HTTP_PORT: 'printed links and QR codes lead nowhere',
} as const;

/** Explains why a library cannot be served on the port of its last start, and what to do. */
export function portLost({ variable, port, host, code }: Trouble): string {
  const other = port === FREE_TO_ALL[variable] ? port + 1 : FREE_TO_ALL[variable];
  const reason =
    code === 'EACCES'
      ? 'this user may not listen there: only root may, or a service with CAP_NET_BIND_SERVICE (the command `service` prints one)'
      : `another program listens there on ${host}, or this server is still running: stop it`;
  return `${variable}: this library was on port ${port} until now, and ${reason}. ${variable}=${other} moves it to another port, after which ${AFTER_A_MOVE[variable]}`;
}

/** The message at a start when the operator's port replaces the one before. */
export function portMoved({ variable, from, to }: { variable: PortVariable; from: number; to: number }): string {
  return `${variable}: this library was on port ${from} until now and is on ${to} from here on: ${AFTER_A_MOVE[variable]}`;
}
