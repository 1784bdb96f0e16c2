import { useSearch } from '@tanstack/react-router';
import { AdminPhotosScreen } from './AdminPhotosScreen.tsx';
import { searches } from './slots.ts';
import styles from './PhotosArea.module.css';

/** Photo Management below a field that searches all of it; the results replace the album. */
export function PhotosArea() {
  const wanted = useSearch({ strict: false, select: ({ q }) => q });
  const [search] = searches;
  return (
    <div className={styles.area}>
      {search && <search.Field wanted={wanted ?? ''} />}
      {search && wanted !== undefined ? <search.Results wanted={wanted} /> : <AdminPhotosScreen />}
    </div>
  );
}
