import type {
  NodeStatus,
  BrightnessReport,
  HistoriesRequest,
  NodeHistories,
  NodeReference,
} from '#contract/nodes/socketEvents.ts';
import { SOCKET_REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { MESSAGES } from '#domain/messages.ts';

/** The requests that a browser may send, with the arguments of each event. */
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

/** The part of a socket that a request uses. */
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
  /** Whether a response is for this request, and not for another request that has the same response event. */
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
    // The response could only have come over this connection, so there is nothing left to wait for.
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
