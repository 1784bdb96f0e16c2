import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Medium } from '../medium.ts';

const END_OF_HEADER = 33;

/** The pixels as an uncompressed PNG with a colour profile, since sharp takes no profile beside bare pixels. */
export async function withProfile({ data, info }: Medium, profile: Buffer): Promise<Buffer> {
  const png = await sharp(data, { raw: info }).png({ compressionLevel: 0 }).toBuffer();
  const content = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, END_OF_HEADER), chunk, png.subarray(END_OF_HEADER)]);
}
