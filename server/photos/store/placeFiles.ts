import type { ImageKind } from '#domain/uploads/imageKinds.ts';
import type { CompanionPart } from '#server/core/companionKind.ts';
import type { DecodedPhoto, PhotoRepository } from './photoRepository.ts';
import type { PlacedPhoto, PhotoAddress, StagedPhoto } from './photoStore.ts';

interface StagedFiles {
  photos: Pick<PhotoRepository, 'has' | 'setVariants'>;
  staged: Pick<StagedPhoto, 'keep' | 'mend'>;
  kind: ImageKind;
  companions?: readonly CompanionPart[];
  decoded: Omit<DecodedPhoto, 'takenAt'>;
}

/**
 * Moves the files of a photo that has no row yet into the library. Returns undefined when another photo, moved away or
 * in the trash, has the same files there already: then both share them.
 */
export async function placeFiles(
  address: PhotoAddress,
  { photos, staged, kind, companions = [], decoded }: StagedFiles,
): Promise<PlacedPhoto | undefined> {
  if (!(await photos.has(address))) return staged.keep(address, { kind, companions });
  await staged.mend(address, { kind, companions });
  await photos.setVariants(address, decoded);
  return undefined;
}
