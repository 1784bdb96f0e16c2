import { useTexts } from '#src/shared/tablet/texts.ts';
import { QrCode } from '#src/shared/ui/qrCode/QrCode.tsx';
import styles from './GuestCode.module.css';

/** The code by which guests send photos from their phones, in a corner that texts of photos leave free. */
export function GuestCode({ url }: { url: string }) {
  const words = useTexts()('Add your photos');
  return (
    <figure className={styles.corner}>
      <QrCode text={url} label={words} className={styles.code} level="L" />
      <figcaption className={styles.words} dir="auto" aria-hidden="true">
        {words}
      </figcaption>
    </figure>
  );
}
