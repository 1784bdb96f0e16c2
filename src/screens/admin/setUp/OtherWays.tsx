import { Link } from '@tanstack/react-router';
import styles from './OtherWays.module.css';

/** The ways in which photos come, beside dropping them here. */
export function OtherWays() {
  return (
    <ul className={styles.ways} aria-label="Where photos come from">
      <li>
        <strong>From this computer:</strong> drop or choose them here.
      </li>
      <li>
        <Link to="/admin/sources">From a folder on the server:</Link> what is put there comes by itself.
      </li>
      <li>
        <Link to="/admin/sources">From Immich:</Link> an album there is followed, and nothing is changed in it.
      </li>
      <li>
        <Link to="/admin/photos">From Google:</Link> unpack its Takeout, and drop the folder on Photos.
      </li>
    </ul>
  );
}
