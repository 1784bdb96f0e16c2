/**
 * The part of libheif's C interface that is used, compiled to WebAssembly. Numbers are addresses in its memory, or
 * values of C. A function that may fail takes as its first argument the address of the error that it returns.
 */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  export interface Libheif {
    /** The memory as bytes and as numbers; replaced by new arrays whenever the memory grows. */
    HEAPU8: Uint8Array;
    HEAPU32: Uint32Array;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_read_from_memory_without_copy(
      error: number,
      context: number,
      data: number,
      bytes: number,
      options: 0,
    ): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_image_handle_get_ispe_width(handle: number): number;
    _heif_image_handle_get_ispe_height(handle: number): number;
    _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
    _heif_image_handle_has_alpha_channel(handle: number): number;
    _heif_image_handle_is_premultiplied_alpha(handle: number): number;
    _heif_image_handle_get_raw_color_profile_size(handle: number): number;
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, data: number): void;
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
    _heif_image_handle_get_list_of_metadata_block_IDs(handle: number, type: number, ids: number, count: number): number;
    _heif_image_handle_get_metadata_size(handle: number, id: number): number;
    _heif_image_handle_get_metadata(error: number, handle: number, id: number, data: number): void;
    _heif_decode_image(
      error: number,
      handle: number,
      image: number,
      colorspace: number,
      chroma: number,
      options: 0,
    ): void;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  }

  interface Options {
    instantiateWasm(
      imports: WebAssembly.Imports,
      onInstance: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
  }

  export default function open(options: Options): Libheif;
}

/** Node has WebAssembly, but its types do not name it. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  type Exports = Record<string, unknown>;
  class Module {
    private readonly code: unknown;
  }
  class Instance {
    constructor(code: Module, imports: Imports);
    readonly exports: Exports;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
