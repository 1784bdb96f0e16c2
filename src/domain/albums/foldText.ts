const LONGEST = 1_000;
const MARKS = /\p{M}/gu;

/**
 * A text for searching: without case and accents, so that 'uber' finds 'Über'. The database stores texts of photos in
 * this form, so a change of this function needs a migration that folds them again.
 */
export function foldText(text: string): string {
  // Cut first, because the time that normalising takes grows with the square of the length.
  return text.slice(0, LONGEST).normalize('NFKD').replace(MARKS, '').toLowerCase().replaceAll('ß', 'ss');
}
