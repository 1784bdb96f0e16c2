// The part of jsdom that is used; its package has no types.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string; pretendToBeVisual: boolean });
    readonly window: Record<string, unknown>;
  }
}
