import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type {
  NodeStatus,
  ClientToServerEvents,
  ReportResult,
  ServerToClientEvents,
} from '#contract/nodes/socketEvents.ts';

export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const open: TestSocket[] = [];

/** A bare socket.io client at the namespace, as a device or a foreign screen would be. */
export function openSocket(
  origin: string,
  token?: string,
  options: Partial<ManagerOptions & SocketOptions> = {},
): TestSocket {
  const query = token === undefined ? {} : { token };
  const socket: TestSocket = io(`${origin}/nodes`, { query, forceNew: true, ...options });
  open.push(socket);
  return socket;
}

export async function connected(socket: TestSocket): Promise<TestSocket> {
  if (socket.connected) return socket;
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

export async function refusal(socket: TestSocket): Promise<Error & { data?: unknown }> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('The server let it in')));
    socket.once('connect_error', resolve);
  });
}

export function report(socket: TestSocket, nodeId: string, brightness?: number): Promise<ReportResult> {
  return new Promise((resolve) => {
    socket.emit('heartbeat', { nodeId, ...(brightness === undefined ? {} : { brightness }) }, resolve);
  });
}

type Answers = { [Event in keyof ServerToClientEvents]: Parameters<ServerToClientEvents[Event]>[0] };

/** The next answer of one kind. */
export function next<Event extends keyof Answers>(socket: TestSocket, event: Event): Promise<Answers[Event]> {
  return new Promise((resolve) => {
    const hear = (heard: string, answer: Answers[Event]) => {
      if (heard !== event) return;
      socket.offAny(hear);
      resolve(answer);
    };
    socket.onAny(hear);
  });
}

export async function statuses(socket: TestSocket): Promise<NodeStatus[]> {
  const answer = next(socket, 'nodeStatuses');
  socket.emit('getNodeStatuses');
  return answer;
}

/** For afterEach: nothing stays open. */
export function closeSockets(): void {
  for (const socket of open.splice(0)) socket.disconnect();
}
