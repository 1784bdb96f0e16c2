import type { ClipMessage, ClipRequest } from '#src/shared/clips/makeClip.ts';

/** A picture of 8 × 8 pixels; what is appended to it makes each one another. */
export const PICTURE = Uint8Array.from(
  atob(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIQDRH//2Q==',
  ),
  (letter) => letter.charCodeAt(0),
);

/** jsdom has no workers. The videos are within the bounds, so this one gives them on as they are, for the server to read. */
export class PassingWorker extends EventTarget {
  constructor(address: URL) {
    super();
    if (!address.pathname.endsWith('/clipWorker.ts')) throw new Error('Only clips have a worker here');
  }

  postMessage({ video, needs }: ClipRequest): void {
    const still = needs === 'clip' ? {} : { still: new Blob([PICTURE, 'the still']), hash: 'f'.repeat(64) };
    const made: ClipMessage = { clip: video, ...still };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: made })));
  }

  terminate(): void {}
}
