import { fstatSync, openSync, readSync } from 'node:fs';
import openLibheif, { type Libheif } from 'libheif-js/libheif-wasm/libheif.js';

/** A constant of libheif's C interface. */
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_RGBA = 11;
const INTERLEAVED = 10;
/**
 * An error of libheif has three fields of 4 bytes: a code, which is OK when there was none, a subcode, and the address
 * of the message.
 */
const OK = 0;
const SIZE_OF_ERROR = 12;
const OFFSET_OF_MESSAGE = 8;
/**
 * A colour profile may consist of numbers (nclx). These are the offset of the number for its primaries, and the number
 * that stands for Display P3.
 */
const OFFSET_OF_PRIMARIES = 4;
const DISPLAY_P3 = 12;

interface Pixels {
  /** A view of libheif's memory: nothing else may be decoded while it is used. */
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

/**
 * The primary picture of a HEIF file. For one file only: libheif's memory is freed when the thread that opened it ends.
 */
export class HeifPicture {
  readonly #lib: Libheif;
  readonly #error: number;
  readonly #result: number;
  readonly #handle: number;
  readonly fileBytes: number;

  /** Reads the file's description; nothing is decoded yet. */
  constructor(code: WebAssembly.Module, file: string) {
    this.#lib = openLibheif({
      instantiateWasm: (imports, onInstance) => {
        const instance = new WebAssembly.Instance(code, imports);
        onInstance(instance);
        return instance.exports;
      },
    });
    this.#error = this.#allocate(SIZE_OF_ERROR);
    this.#result = this.#allocate(SIZE_OF_ERROR);
    const content = this.#load(file);
    this.fileBytes = content.bytes;
    const context = this.#lib._heif_context_alloc();
    this.#lib._heif_context_read_from_memory_without_copy(this.#error, context, content.start, content.bytes, 0);
    this.#check();
    this.#lib._heif_context_get_primary_image_handle(this.#error, context, this.#result);
    this.#check();
    this.#handle = this.#number(this.#result);
  }

  /** The size of the upright picture, or of what is decoded for it if that is larger. */
  get size(): { width: number; height: number } {
    const [lib, handle] = [this.#lib, this.#handle];
    const [width, height] = [lib._heif_image_handle_get_width(handle), lib._heif_image_handle_get_height(handle)];
    const [codedWidth, codedHeight] = [
      lib._heif_image_handle_get_ispe_width(handle),
      lib._heif_image_handle_get_ispe_height(handle),
    ];
    return codedWidth * codedHeight > width * height ? { width: codedWidth, height: codedHeight } : { width, height };
  }

  get bitsPerChannel(): number {
    return this.#lib._heif_image_handle_get_luma_bits_per_pixel(this.#handle);
  }

  get hasAlpha(): boolean {
    return this.#lib._heif_image_handle_has_alpha_channel(this.#handle) !== 0;
  }

  get isPremultiplied(): boolean {
    return this.#lib._heif_image_handle_is_premultiplied_alpha(this.#handle) !== 0;
  }

  get colourProfile(): Buffer | undefined {
    const bytes = this.#lib._heif_image_handle_get_raw_color_profile_size(this.#handle);
    if (bytes === 0) return undefined;
    const data = this.#allocate(bytes);
    this.#lib._heif_image_handle_get_raw_color_profile(this.#error, this.#handle, data);
    this.#check();
    return this.#copy(data, bytes);
  }

  /** Whether the file declares the colours of Display P3 by numbers rather than by a profile. */
  get isDisplayP3(): boolean {
    this.#lib._heif_image_handle_get_nclx_color_profile(this.#error, this.#handle, this.#result);
    if (this.#number(this.#error) !== OK) return false;
    return this.#number(this.#number(this.#result) + OFFSET_OF_PRIMARIES) === DISPLAY_P3;
  }

  /** The Exif metadata, from its TIFF header on. */
  get exif(): Buffer | undefined {
    const lib = this.#lib;
    const found = lib._heif_image_handle_get_list_of_metadata_block_IDs(
      this.#handle,
      this.#text('Exif'),
      this.#result,
      1,
    );
    if (found === 0) return undefined;
    const id = this.#number(this.#result);
    const bytes = lib._heif_image_handle_get_metadata_size(this.#handle, id);
    const data = this.#allocate(bytes);
    lib._heif_image_handle_get_metadata(this.#error, this.#handle, id, data);
    this.#check();
    const item = this.#copy(data, bytes);
    // The first 4 bytes are the distance from their own end to the TIFF header.
    return bytes > 4 ? item.subarray(4 + item.readUInt32BE(0)) : undefined;
  }

  /** The upright picture with 8 bits per channel. */
  decode(): Pixels {
    const lib = this.#lib;
    const channels = this.hasAlpha ? 4 : 3;
    const chroma = this.hasAlpha ? INTERLEAVED_RGBA : INTERLEAVED_RGB;
    lib._heif_decode_image(this.#error, this.#handle, this.#result, RGB, chroma, 0);
    this.#check();
    const image = this.#number(this.#result);
    const width = lib._heif_image_get_width(image, INTERLEAVED);
    const height = lib._heif_image_get_height(image, INTERLEAVED);
    const start = lib._heif_image_get_plane_readonly(image, INTERLEAVED, this.#result);
    const rowBytes = width * channels;
    this.#closeGaps({ start, rows: height, rowBytes, stride: this.#number(this.#result) });
    return { data: Buffer.from(lib.HEAPU8.buffer, start, rowBytes * height), width, height, channels };
  }

  /** Removes the unused bytes at the ends of rows: libheif leaves them so that each row begins at a round address. */
  #closeGaps({
    start,
    rows,
    rowBytes,
    stride,
  }: {
    start: number;
    rows: number;
    rowBytes: number;
    stride: number;
  }): void {
    if (stride === rowBytes) return;
    for (let row = 1; row < rows; row += 1) {
      const from = start + row * stride;
      this.#lib.HEAPU8.copyWithin(start + row * rowBytes, from, from + rowBytes);
    }
  }

  #load(file: string): { start: number; bytes: number } {
    const opened = openSync(file, 'r');
    const bytes = fstatSync(opened).size;
    const start = this.#allocate(bytes);
    for (let read = 0; read < bytes;) {
      const more = readSync(opened, this.#lib.HEAPU8, start + read, bytes - read, read);
      if (more === 0) throw new Error('The file became shorter while it was read');
      read += more;
    }
    return { start, bytes };
  }

  #allocate(bytes: number): number {
    const start = this.#lib._malloc(bytes);
    if (start === 0) throw new Error('libheif has no memory left');
    return start;
  }

  #number(address: number): number {
    return this.#lib.HEAPU32[address / 4] ?? 0;
  }

  #copy(start: number, bytes: number): Buffer {
    return Buffer.from(this.#lib.HEAPU8.slice(start, start + bytes));
  }

  #text(text: string): number {
    const bytes = Buffer.from(`${text}\0`);
    const start = this.#allocate(bytes.length);
    this.#lib.HEAPU8.set(bytes, start);
    return start;
  }

  #check(): void {
    if (this.#number(this.#error) === OK) return;
    const start = this.#number(this.#error + OFFSET_OF_MESSAGE);
    const end = this.#lib.HEAPU8.indexOf(0, start);
    throw new Error(`libheif: ${Buffer.from(this.#lib.HEAPU8.slice(start, end)).toString()}`);
  }
}
