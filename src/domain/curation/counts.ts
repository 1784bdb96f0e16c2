/** '1 photo', '3 photos', '12,000 photos'. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

interface Contents {
  /** Counts all levels below. */
  albums: number;
  photos: number;
}

/** '2 albums and 31 photos'; undefined for nothing. */
export function albumContentsText({ albums, photos }: Contents): string | undefined {
  const parts = [albums > 0 ? countOf(albums, 'album') : '', photos > 0 ? countOf(photos, 'photo') : ''];
  return parts.filter(Boolean).join(' and ') || undefined;
}
