import { useSearch } from '@tanstack/react-router';
import { AdminPhotosScreen } from '../photos/AdminPhotosScreen.tsx';
import styles from './PhotosArea.module.css';
import { SearchField } from './SearchField.tsx';
import { SearchResults } from './SearchResults.tsx';
import shapes from '#src/ui/shapes.module.css';

/** Photo Management below a field for searching in all of it; what is found takes the place of the album. */
export function PhotosArea() {
  const wanted = useSearch({ strict: false, select: ({ q }) => q });
  return (
    <div className={`${shapes.stack4} ${shapes.single} ${styles.area}`}>
      <SearchField wanted={wanted ?? ''} />
      {wanted === undefined ? <AdminPhotosScreen /> : <SearchResults wanted={wanted} />}
    </div>
  );
}
