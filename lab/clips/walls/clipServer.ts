import { CLIP_TYPE } from '#contract/clips/clips.ts';
import type { Clip } from '#contract/clips/schemas.ts';
import type { World } from '../../walls/world.ts';
import type { Shown } from '../../walls/world/shown.ts';
import type { FilesBeside } from '../../walls/world/server.ts';
import { videoNamed } from '../../walls/world/video.ts';
import { SimResponse } from '../../walls/world/web.ts';

/** The number of photos among which one moves. */
const ONE_IN = 3;
const SECONDS = 3;
const PATH = /^\/photos\/([^/]+)\/clip\/([^/]+)$/;

/** They are asked for again and again. */
const clips = new Map<string, string | undefined>();

/** The clip of a photo; undefined for a photo that does not move. */
export function clipOf(filename: string): string | undefined {
  if (!clips.has(filename)) clips.set(filename, drawnClip(filename));
  return clips.get(filename);
}

function drawnClip(filename: string): string | undefined {
  const number = Number(/\d+/.exec(filename)?.[0]);
  return number % ONE_IN === 0 ? videoNamed(filename, SECONDS) : undefined;
}

/** The clips of the server's photos. */
export class ClipServer implements FilesBeside {
  /** Something on the way sends clips in pieces that nobody asked for. */
  isInPieces = false;
  /** A photo that came while the disk was full, until its picture is stored. */
  needed: Shown | undefined;
  /** Called with each request for a clip. */
  onRequest: () => void = () => undefined;
  readonly #world: World;
  #requests = 0;

  constructor(world: World) {
    this.#world = world;
  }

  fieldsOf(filename: string): { clip?: Clip } {
    const bytes = clipOf(filename)?.length;
    return bytes === undefined ? {} : { clip: { seconds: SECONDS, width: 1440, height: 1080, bytes } };
  }

  respond(pathname: string): SimResponse | undefined {
    const [, albumSlug, filename] = PATH.exec(pathname) ?? [];
    if (albumSlug === undefined || filename === undefined) return undefined;
    this.onRequest();
    const clip = clipOf(filename);
    if (clip === undefined || !this.#world.server.has({ albumSlug, filename })) {
      return new SimResponse('{}', { status: 404, headers: { 'Content-Type': 'application/json' } });
    }
    return this.isInPieces ? this.#piece(clip) : whole(clip);
  }

  /** In turn: a part that nobody asked for, fewer bytes than were promised, a body that breaks off, and the page of a filter. */
  #piece(clip: string): SimResponse {
    this.#requests += 1;
    const half = clip.slice(0, clip.length >> 1);
    const size = String(clip.length);
    const part = { 'Content-Length': String(half.length), 'Content-Range': `bytes 0-${half.length - 1}/${size}` };
    const pieces = [
      () => new SimResponse(half, { status: 206, headers: { 'Content-Type': CLIP_TYPE, ...part } }),
      () => new SimResponse(half, { headers: { 'Content-Type': CLIP_TYPE, 'Content-Length': size } }),
      () => whole(clip).cutOff(),
      () => new SimResponse('<h1>No videos here</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ];
    return pieces[this.#requests % pieces.length]?.() ?? whole(clip);
  }
}

function whole(clip: string): SimResponse {
  return new SimResponse(clip, { headers: { 'Content-Type': CLIP_TYPE, 'Content-Length': String(clip.length) } });
}

const servers = new WeakMap<World, ClipServer>();

/** The clips of a world's server, which has them from the first call on. */
export function clipServerOf(world: World): ClipServer {
  const known = servers.get(world);
  if (known) return known;
  const made = new ClipServer(world);
  servers.set(world, made);
  world.server.filesBeside.push(made);
  return made;
}

/** Whether an address is that of a photo's clip. */
export function isClipOf(address: string, { albumSlug, filename }: Shown): boolean {
  return address.endsWith(`/photos/${albumSlug}/clip/${filename}`);
}
