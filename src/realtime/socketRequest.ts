import { SOCKET_REQUEST_TIMEOUT_MS } from '../contract/limits.ts';
import { MESSAGES } from '../domain/messages.ts';

/** What a request needs of a socket. */
interface Requester {
  readonly connected: boolean;
  on(event: 'disconnect', listener: () => void): unknown;
  off(event: 'disconnect', listener: () => void): unknown;
}

interface Request<Answer> {
  socket: Requester;
  send: () => void;
  /** Hears the answering event until the function it answers is called. */
  listen: (hear: (answer: Answer) => void) => () => void;
  isMine?: (answer: Answer) => boolean;
}

/** One question, one answer, or an error that says why not; nothing is left listening afterwards. */
export function socketRequest<Answer>({ socket, send, listen, isMine }: Request<Answer>): Promise<Answer> {
  if (!socket.connected) return Promise.reject(new Error(MESSAGES.socketNotConnected));
  return new Promise((resolve, reject) => {
    const stopListening = listen((answer) => {
      if (isMine && !isMine(answer)) return;
      cleanUp();
      resolve(answer);
    });
    const fail = (message: string) => {
      cleanUp();
      reject(new Error(message));
    };
    // The answer would have come over this connection: waiting on for it would only take time.
    const onDisconnect = () => fail(MESSAGES.socketNotConnected);
    const timer = setTimeout(() => fail(MESSAGES.timeout), SOCKET_REQUEST_TIMEOUT_MS);
    function cleanUp(): void {
      clearTimeout(timer);
      stopListening();
      socket.off('disconnect', onDisconnect);
    }
    socket.on('disconnect', onDisconnect);
    send();
  });
}
