import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  type Rotation,
} from 'mediabunny';

// Videos as cameras write them, put together from the frames of one small file (lab/clips/fixture.ts makes it).

const FRAMES = readFileSync(join(import.meta.dirname, 'clip.mp4'));

/** One second of 160 × 120 pixels at 12 frames a second. */
export const CLIP = { seconds: 1, width: 160, height: 120 };

/**
 * One second of 2304 × 144 pixels at 60 frames a second: black for a third of it, then a square goes across a blue wall, which
 * it begins where `SQUARE` says.
 */
export const fromBlack = () => readFileSync(join(import.meta.dirname, 'fromBlack.mp4'));
export const SQUARE = { x: 220, y: 60, in: { width: 2304, height: 144 } };

interface VideoOptions {
  format?: OutputFormat;
  rotation?: Rotation;
  hasSound?: boolean;
  /** The factor by which the video is slower. */
  slower?: number;
  /** The number of tracks with the same video. */
  videos?: number;
}

export async function video({
  format = new Mp4OutputFormat({ fastStart: 'in-memory' }),
  rotation = 0,
  hasSound = false,
  slower = 1,
  videos = 1,
}: VideoOptions = {}): Promise<Buffer> {
  using input = new Input({ formats: [MP4], source: new BufferSource(FRAMES) });
  const [track] = await input.getVideoTracks();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The small file has no video');
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sources = Array.from({ length: videos }, () => new EncodedVideoPacketSource('avc'));
  for (const source of sources) output.addVideoTrack(source, { rotation });
  const sound = new EncodedAudioPacketSource('aac');
  if (hasSound) output.addAudioTrack(sound);
  await output.start();
  for await (const { data, type, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    const frame = new EncodedPacket(data, type, timestamp * slower, duration * slower);
    for (const source of sources) await source.add(frame, { decoderConfig });
    if (hasSound) await sound.add(new EncodedPacket(new Uint8Array(20), 'key', timestamp, duration), SOUND);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

const SOUND = {
  decoderConfig: {
    codec: 'mp4a.40.2',
    numberOfChannels: 2,
    sampleRate: 44_100,
    description: Uint8Array.from([0x12, 0x10]),
  },
};

export const movedToEnd = () => video({ format: new Mp4OutputFormat({ fastStart: false }) });
export const fragmented = () => video({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }) });
export const quickTime = () => video({ format: new MovOutputFormat({ fastStart: false }) });

/** The same video with another name for its codec, which no browser knows. */
export async function otherCodec(): Promise<Buffer> {
  return Buffer.from(
    (await video()).toString('latin1').replaceAll('avc1', 'hvc1').replaceAll('avcC', 'hvcC'),
    'latin1',
  );
}

interface Claim {
  /** The name of the box, and the place of its number behind that name. */
  box: string;
  at: number;
  number: number;
}

/** The video with other numbers in its boxes. */
export function claiming(bytes: Buffer, ...claims: readonly Claim[]): Buffer {
  const changed = Buffer.from(bytes);
  for (const { box, at, number } of claims) changed.writeUInt32BE(number, changed.indexOf(box, 0, 'latin1') + 4 + at);
  return changed;
}

interface ReadVideo {
  /** The names of the file's top-level boxes. */
  boxes: string[];
  brand: string;
  tracks: string[];
  frames: number;
  rotation: number;
}

export async function readVideo(bytes: Buffer): Promise<ReadVideo> {
  using input = new Input({ formats: [MP4, QTFF], source: new BufferSource(new Uint8Array(bytes)) });
  const [track] = await input.getVideoTracks();
  if (!track) throw new Error('There is no video');
  let frames = 0;
  for await (const _ of new EncodedPacketSink(track).packets()) frames += 1;
  return {
    boxes: boxesOf(bytes),
    brand: bytes.toString('latin1', 8, 12),
    tracks: (await input.getTracks()).map(({ type }) => type),
    frames,
    rotation: await track.getRotation(),
  };
}

function boxesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at))) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
  }
  return names;
}
