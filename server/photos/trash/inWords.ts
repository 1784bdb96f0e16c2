// Describes deleted or restored things for the audit log.

export function countOf(count: number, noun: 'album' | 'photo'): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function sumOf({ albums, photos }: { albums: number; photos: number }): string {
  const parts = [albums > 0 ? countOf(albums, 'album') : [], photos > 0 ? countOf(photos, 'photo') : []];
  return parts.flat().join(' and ');
}
