import { searches } from '#src/admin/photos/slots.ts';
import { SearchField } from './SearchField.tsx';
import { SearchResults } from './SearchResults.tsx';

/** Adds searching to the pages of the administration. */
export function search(): void {
  searches.push({ Field: SearchField, Results: SearchResults });
}
