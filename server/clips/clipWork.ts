import {
  BlobSource,
  BufferTarget,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type Rotation,
} from 'mediabunny';
import { CLIP_BOUNDS } from '#contract/clips/clips.ts';
import type { Clip } from '#contract/clips/schemas.ts';
import { beyondBounds, type VideoFacts } from '#domain/clips/clipBounds.ts';
import { embeddedClip } from '#domain/clips/embeddedClip.ts';
import { isRecord } from '#domain/records.ts';
import type { MakeCompanion } from '#server/core/companionKind.ts';
import { fileAsBlob, writeDurably } from '#server/core/files/durableFiles.ts';
import type { ClipInput, FoundClip, MadeClip } from './clipMessages.ts';
import { VideoRefusal } from './videoRefusal.ts';
import { checkTables } from './videoTables.ts';

// Runs in a decoder process, where a hostile file can harm nothing else. Only the server sends the input, so it is not
// checked here.

/** More frames than a clip within the bounds has: the rest of a longer video is not read. */
const MOST_FRAMES = CLIP_BOUNDS.seconds * CLIP_BOUNDS.framesPerSecond + 100;
const FULL_TURN = 360;
const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];

// Its warnings are about strangers' files, and would fill the log.
Logging.level = LogLevel.Silent;

export async function run(input: unknown): Promise<FoundClip | MadeClip> {
  if (!isClipInput(input)) throw new Error('not about a clip');
  if ('findIn' in input) return { within: (await embeddedClip(await fileAsBlob(input.findIn))) ?? null };
  return make(input);
}

function isClipInput(input: unknown): input is ClipInput {
  return isRecord(input) && ('findIn' in input || 'from' in input);
}

/** Copies the frames of a video into a file of its own, without sound and without decoding them. */
async function make({ from, within, to, degrees = 0 }: MakeCompanion): Promise<MadeClip> {
  const file = await fileAsBlob(from);
  const video = within ? file.slice(within.start, within.end) : file;
  const copy = await copyOf(video, degrees).catch((error: unknown) => {
    // Any other error of the reader means that the file is damaged.
    return error instanceof VideoRefusal ? error.message : 'damaged';
  });
  if (typeof copy === 'string') return { refused: copy };
  await writeDurably(to, copy.bytes);
  return { clip: copy.clip };
}

interface ClipCopy {
  bytes: Buffer;
  clip: Clip;
}

async function copyOf(video: Blob, degrees: number): Promise<ClipCopy> {
  await checkTables(video);
  // Fragments are read in their order: the index that may stand at the end could lead to one that was not checked.
  const source = new BlobSource(new Blob([video, NO_INDEX]), { handleUnhandledError: () => undefined });
  using input = new Input({ formats: [MP4, QTFF], source });
  const track = await onlyTrack(input);
  const frames = await framesOf(track);
  const facts = await factsOf(track, frames);
  const why = beyondBounds(facts);
  if (why !== undefined) throw new VideoRefusal(why);
  const turned = turnedBy(await track.getRotation(), degrees);
  const bytes = await written(track, { frames, rotation: turned });
  if (bytes.length > CLIP_BOUNDS.bytes) throw new VideoRefusal(beyondBounds({ ...facts, bytes: bytes.length }));
  const isLying = turned % (FULL_TURN / 2) !== 0;
  const [width, height] = [await track.getSquarePixelWidth(), await track.getSquarePixelHeight()];
  const size = isLying ? { width: height, height: width } : { width, height };
  return { bytes, clip: { seconds: Math.min(facts.seconds, CLIP_BOUNDS.seconds), ...size, bytes: bytes.length } };
}

/** Cameras may add pictures of another codec beside the video; which of two in H.264 is meant nobody can tell. */
async function onlyTrack(input: Input): Promise<InputVideoTrack> {
  const tracks = await input.getVideoTracks();
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()));
  const [track, another] = tracks.filter((_track, index) => codecs[index] === 'avc');
  if (!track || another) throw new VideoRefusal(another ? 'more than one video' : beyondBounds(NO_VIDEO));
  return track;
}

/** No box begins with zeros. */
const NO_INDEX = new Uint8Array(8);

const NO_VIDEO: VideoFacts = { codec: null, seconds: 0, width: 0, height: 0, frames: 0, bytes: 0 };

/** Reads no more frames and bytes than a clip may have. */
async function framesOf(track: InputVideoTrack): Promise<EncodedPacket[]> {
  const frames: EncodedPacket[] = [];
  let bytes = 0;
  for await (const frame of new EncodedPacketSink(track).packets()) {
    frames.push(frame);
    bytes += frame.byteLength;
    if (frames.length > MOST_FRAMES || bytes > CLIP_BOUNDS.bytes) break;
  }
  if (frames[0]?.type !== 'key') throw new VideoRefusal('without a beginning');
  return frames;
}

async function factsOf(track: InputVideoTrack, frames: readonly EncodedPacket[]): Promise<VideoFacts> {
  let [first, end, bytes] = [Infinity, -Infinity, 0];
  for (const { timestamp, duration, byteLength } of frames) {
    first = Math.min(first, timestamp);
    end = Math.max(end, timestamp + Math.max(0, duration));
    bytes += byteLength;
  }
  return {
    codec: await track.getCodecParameterString(),
    seconds: Math.round((end - first) * 1_000) / 1_000,
    width: await track.getCodedWidth(),
    height: await track.getCodedHeight(),
    frames: frames.length,
    bytes,
  };
}

interface Written {
  frames: readonly EncodedPacket[];
  rotation: Rotation;
}

/** A file that begins with its table of contents, and whose first frame is at zero. */
async function written(track: InputVideoTrack, { frames, rotation }: Written): Promise<Buffer> {
  const source = new EncodedVideoPacketSource('avc');
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new BufferTarget() });
  output.addVideoTrack(source, { rotation, flip: await track.getFlip() });
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  if (!decoderConfig) throw new VideoRefusal('damaged');
  const first = Math.min(...frames.map(({ timestamp }) => timestamp));
  for (const frame of frames) await source.add(frame.clone({ timestamp: frame.timestamp - first }), { decoderConfig });
  await output.finalize();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

function turnedBy(rotation: Rotation, degrees: number): Rotation {
  const turned = (rotation + degrees) % FULL_TURN;
  return ROTATIONS.find((one) => one === turned) ?? rotation;
}
