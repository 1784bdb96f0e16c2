import { codeOf } from '#server/errors.ts';
import type { PhotoStore, StoredParts } from '../photoStore.ts';

type Layer = Pick<PhotoStore, 'copy' | 'open' | 'partsOf'>;

/** Several stores as one: each file comes from the first that has it. */
export class LayeredStore implements Layer {
  readonly #layers: readonly Layer[];

  constructor(layers: readonly Layer[]) {
    this.#layers = layers;
  }

  async partsOf(address: Parameters<Layer['partsOf']>[0]): Promise<StoredParts> {
    const found: StoredParts = { parts: {}, strays: [] };
    for (const layer of this.#layers) {
      const { parts } = await layer.partsOf(address);
      found.parts = { ...parts, ...found.parts };
    }
    return found;
  }

  async open(...file: Parameters<Layer['open']>): ReturnType<Layer['open']> {
    for (const layer of this.#layers) {
      const found = await layer.open(...file);
      if (found) return found;
    }
    return undefined;
  }

  async copy(path: string, file: string): Promise<void> {
    let missing: unknown;
    for (const layer of this.#layers) {
      try {
        await layer.copy(path, file);
        return;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        missing = error;
      }
    }
    throw missing;
  }
}
