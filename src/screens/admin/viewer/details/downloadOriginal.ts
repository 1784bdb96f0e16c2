import { fetchOriginal, fetchPhotoDetails, type PhotoOf } from '#src/api/curation.ts';
import { adminCall } from '../../session/adminCall.ts';

/** Browsers begin to save a moment after the click. */
const KEPT_MS = 60_000;

/** Saves the file as it was uploaded, under its own name. A plain link could not carry the person's token. */
export async function downloadOriginal(of: PhotoOf): Promise<void> {
  const [{ originalFilename }, blob] = await Promise.all([
    adminCall((token) => fetchPhotoDetails(token, of)),
    adminCall((token) => fetchOriginal(token, of)),
  ]);
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = originalFilename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
