import { type RefObject, useCallback, useEffect, useState } from 'react';
import { onIdle } from '#src/device/lastInput.ts';

/** Without a touch for so long the bar goes, so that nothing stands over the photo. */
const SHOWN_MS = 5_000;

/** Whether the bar of a slideshow is shown: until a person hides it, or touches nothing for a while. */
export function useBar(dialog: RefObject<HTMLDialogElement | null>, isShownAtFirst: boolean) {
  const [barShown, setBarShown] = useState(isShownAtFirst);
  const show = useCallback(
    (isShown: boolean) => {
      setBarShown(isShown);
      // The bar's button loses the focus when it is hidden, and the dialog would no longer get the keys.
      if (document.activeElement?.closest('header')) dialog.current?.focus();
    },
    [dialog],
  );
  useEffect(() => (barShown ? onIdle(SHOWN_MS, () => show(false)) : undefined), [barShown, show]);
  return { barShown, toggleBar: () => show(!barShown) };
}
