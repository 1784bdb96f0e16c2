/** The delay before the URL is revoked: browsers begin to save a moment after the click. */
const URL_LIFETIME_MS = 60_000;

/** Saves a file that was fetched: a plain link could not carry the credential. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
