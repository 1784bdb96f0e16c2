// Makes clips in a worker, so that the page stays smooth. The video is read in pieces, whatever its size.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  BlobSource,
  BufferTarget,
  CanvasSink,
  Conversion,
  type ConversionVideoOptions,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny';
import { CLIP_BOUNDS, CLIP_TYPE } from '#contract/clips/clips.ts';
import { beyondBounds } from '#domain/clips/clipBounds.ts';
import { clipBits, isBlank } from '#domain/clips/stillFrame.ts';
import { limitSide } from '#domain/framing.ts';
import type { ClipMessage, ClipRequest, MadeClip } from './makeClip.ts';

/** Thrown for a video that no clip can be made of; the message stands in the middle of a sentence. */
class Unsuitable extends Error {}

const CANNOT_ENCODE =
  'this browser cannot make it smaller; over https, current versions of Chrome, Edge, Safari and Firefox can';
const CANNOT_DECODE = 'this browser cannot read it';

function say(message: ClipMessage): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<ClipRequest>) => {
  makeClip(data).then(say, (error: unknown) =>
    say({ refused: error instanceof Unsuitable ? error.message : 'it cannot be read' }),
  );
});

async function makeClip({ video, needs }: ClipRequest): Promise<MadeClip> {
  const input = new Input({ source: new BlobSource(video), formats: [MP4, QTFF, WEBM, MATROSKA] });
  if (!(await input.canRead())) throw new Unsuitable('it is no MP4, MOV or WebM');
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Unsuitable('it has no picture');
  const still = needs === 'clip' ? undefined : await stillOf(track);
  const takenAt = needs === 'clip' ? undefined : (await input.getMetadataTags()).date?.getTime();
  const hash = needs === 'clip, still and hash' ? await hashOf(video) : undefined;
  const clip = await clipOf(input, track);
  return {
    clip,
    ...(still && { still }),
    ...(hash !== undefined && { hash }),
    ...(takenAt !== undefined && { takenAt }),
  };
}

async function clipOf(input: Input, track: InputVideoTrack): Promise<Blob> {
  const first = await track.getFirstTimestamp();
  const seconds = (await track.computeDuration()) - first;
  const { packetCount, averageBitrate } = await track.computePacketStats();
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const facts = { codec: await track.getCodecParameterString(), seconds, width, height, frames: packetCount };
  const isWithin = beyondBounds({ ...facts, bytes: (averageBitrate * seconds) / 8 }) === undefined;
  if (isWithin) return convert(input, first, {});
  if (!('VideoEncoder' in globalThis)) throw new Unsuitable(CANNOT_ENCODE);
  if (!(await track.canDecode())) throw new Unsuitable(CANNOT_DECODE);
  const length = Math.min(seconds, CLIP_BOUNDS.seconds);
  const size = limitSide({ width, height }, CLIP_BOUNDS.longSide);
  // Half of each side has colours of its own.
  const even = { width: size.width & ~1, height: size.height & ~1 };
  const tooFast = packetCount > seconds * CLIP_BOUNDS.framesPerSecond;
  for (const bytes of [CLIP_BOUNDS.bytes, CLIP_BOUNDS.bytes / 2]) {
    const clip = await convert(input, first, {
      ...even,
      fit: 'fill',
      codec: 'avc',
      bitrate: clipBits({ ...even, seconds: length }, bytes),
      forceTranscode: true,
      allowTransformationMetadata: false,
      ...(tooFast && { frameRate: CLIP_BOUNDS.framesPerSecond }),
    });
    if (clip.size <= CLIP_BOUNDS.bytes) return clip;
  }
  throw new Unsuitable(`it stays larger than ${CLIP_BOUNDS.bytes / 1024 / 1024} MB`);
}

/** Copies or encodes the one track, without sound and without what the file says about its camera and place. */
async function convert(input: Input, first: number, video: ConversionVideoOptions): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    video,
    audio: { discard: true },
    trim: { start: first, end: first + CLIP_BOUNDS.seconds },
    tags: {},
    showWarnings: false,
  });
  if (!conversion.isValid || output.tracks.length === 0) throw new Unsuitable(CANNOT_ENCODE);
  conversion.onProgress = (share) => say({ share });
  await conversion.execute();
  if (!target.buffer) throw new Unsuitable(CANNOT_ENCODE);
  return new Blob([target.buffer], { type: CLIP_TYPE });
}

/** The width of the frames that are searched for the still. */
const SEARCHED_WIDTH = 64;
const JPEG_QUALITY = 0.92;

/** The first frame that is neither black nor white, else the one in the middle. */
async function stillOf(track: InputVideoTrack): Promise<Blob> {
  if (!('VideoDecoder' in globalThis)) throw new Unsuitable(CANNOT_ENCODE);
  if (!(await track.canDecode())) throw new Unsuitable(CANNOT_DECODE);
  const first = await track.getFirstTimestamp();
  const end = Math.min(await track.computeDuration(), first + CLIP_BOUNDS.seconds);
  const at = (await firstPicture(track, end)) ?? (first + end) / 2;
  const frame = await new CanvasSink(track).getCanvas(at);
  if (!frame || !(frame.canvas instanceof OffscreenCanvas)) throw new Unsuitable('it has no picture');
  return frame.canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

async function firstPicture(track: InputVideoTrack, end: number): Promise<number | undefined> {
  const small = new CanvasSink(track, { width: SEARCHED_WIDTH, poolSize: 2 });
  for await (const { canvas, timestamp } of small.canvases(undefined, end)) {
    const { width, height } = canvas;
    const context = canvas.getContext('2d');
    if (context && !isBlank(context.getImageData(0, 0, width, height).data)) return timestamp;
  }
  return undefined;
}

/** The file is read in portions, since it may be larger than the memory. */
const PORTION_BYTES = 4 * 1024 * 1024;

async function hashOf(file: Blob): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += PORTION_BYTES) {
    hash.update(new Uint8Array(await file.slice(start, start + PORTION_BYTES).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
