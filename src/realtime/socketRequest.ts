import type { NodeStatus } from '../contract/entities.ts';
import { SOCKET_REQUEST_TIMEOUT_MS } from '../contract/limits.ts';
import type { BrightnessReport, HistoriesRequest, NodeHistories, NodeReference } from '../contract/sockets.ts';
import { MESSAGES } from '../domain/messages.ts';

/** What a browser may ask for, with the arguments of the event. */
interface Requests {
  getNodeStatuses: [];
  getBrightness: [NodeReference];
  getNodeHistories: [HistoriesRequest];
}

/** The events that the server responds with. */
interface Responses {
  nodeStatuses: NodeStatus[];
  brightness: BrightnessReport;
  nodeHistories: NodeHistories;
}

/** What a request needs of a socket. */
interface Requester<Event extends keyof Requests, ResponseEvent extends keyof Responses> {
  readonly connected: boolean;
  emit(event: Event, ...payload: Requests[Event]): unknown;
  on(event: ResponseEvent, listener: (response: Responses[ResponseEvent]) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  off(event: ResponseEvent, listener: (response: Responses[ResponseEvent]) => void): unknown;
  off(event: 'disconnect', listener: () => void): unknown;
}

interface Request<Event extends keyof Requests, ResponseEvent extends keyof Responses> {
  event: Event;
  payload: Requests[Event];
  responseEvent: ResponseEvent;
  /** Tells the response to this request from that to another of the same event. */
  isMine?: (response: Responses[ResponseEvent]) => boolean;
}

/** One request and its response, or an error that says why there is none; no listener is left behind. */
export function socketRequest<Event extends keyof Requests, ResponseEvent extends keyof Responses>(
  socket: Requester<NoInfer<Event>, NoInfer<ResponseEvent>>,
  { event, payload, responseEvent, isMine }: Request<Event, ResponseEvent>,
): Promise<Responses[ResponseEvent]> {
  if (!socket.connected) return Promise.reject(new Error(MESSAGES.socketNotConnected));
  return new Promise((resolve, reject) => {
    const onResponse = (response: Responses[ResponseEvent]) => {
      if (isMine && !isMine(response)) return;
      cleanUp();
      resolve(response);
    };
    const fail = (message: string) => {
      cleanUp();
      reject(new Error(message));
    };
    // The response would have come over this connection: there is nothing left to wait for.
    const onDisconnect = () => fail(MESSAGES.socketNotConnected);
    const timer = setTimeout(() => fail(MESSAGES.timeout), SOCKET_REQUEST_TIMEOUT_MS);
    function cleanUp(): void {
      clearTimeout(timer);
      socket.off(responseEvent, onResponse);
      socket.off('disconnect', onDisconnect);
    }
    socket.on(responseEvent, onResponse);
    socket.on('disconnect', onDisconnect);
    socket.emit(event, ...payload);
  });
}
