import { type RefObject, useEffect, useRef } from 'react';
import { imageUrl } from '#src/api/imageUrls.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import type { Slide } from '#domain/slideshow/slideList.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { CrossFade, newImage, setSource } from './crossFade.ts';
import styles from './SlideLayers.module.css';
import { usePreloads } from './usePreloads.ts';

interface Props {
  slide: Slide | undefined;
  /** The slides to load ahead. */
  around: () => Slide[];
  /** Counts the moves from photo to photo. An album's only photo is shown again at each move. */
  move: number;
  settings: Pick<TabletSettings, 'fit' | 'transitions'>;
  onShown: (move: number) => void;
  onBroken: (move: number) => void;
}

/**
 * The pictures: three image elements (five where pairs are shown) that live as long as the slideshow. React does not
 * render them: a photo comes to the front once it is decoded, and only opacity changes on screen.
 */
export function SlideLayers(props: Props) {
  const { slide, move, settings, onShown, onBroken, around } = props;
  const backdrop = useRef<HTMLSpanElement>(null);
  const layers = useRef<HTMLSpanElement>(null);
  const fade = useRef<CrossFade>(undefined);
  const report = useRef({ onShown, onBroken, around });
  useEffect(() => {
    report.current = { onShown, onBroken, around };
  });
  const preload = usePreloads();

  const sources = slide?.map((photo) => imageUrl(photo, 'medium')).join('\n');
  const thumbnail = slide && imageUrl(slide[0], 'thumbnail');
  useEffect(() => {
    if (!sources || !thumbnail || !layers.current) return undefined;
    fade.current ??= new CrossFade(layers.current);
    const abort = new AbortController();
    const { signal } = abort;
    const bring = async (crossFade: CrossFade) => {
      try {
        await crossFade.show(sources.split('\n'), signal);
      } catch {
        if (!signal.aborted) report.current.onBroken(move);
        return;
      }
      if (signal.aborted) return;
      if (backdrop.current) showBackdrop(backdrop.current, thumbnail);
      report.current.onShown(move);
      preload(report.current.around());
    };
    void bring(fade.current);
    return () => abort.abort();
  }, [sources, thumbnail, move, preload]);

  useCuts(layers, slide);

  const fading = settings.transitions && move > 0 ? styles.fadeIn : '';
  const filled = settings.fit === 'cover' ? styles.filled : '';
  return (
    <>
      <span ref={backdrop} className={styles.backdrop} />
      <span ref={layers} className={`${styles.layers} ${filled} ${fading}`} />
    </>
  );
}

/** Tells the stylesheet where the pictures of a filled wall are cut, anew when the wall is turned. */
function useCuts(layers: RefObject<HTMLElement | null>, slide: Slide | undefined): void {
  useEffect(() => {
    const cut = () => {
      for (const image of layers.current?.querySelectorAll('img') ?? []) {
        const photo = slide?.find((one) => imageUrl(one, 'medium') === image.getAttribute('src'));
        const ratio = window.innerWidth / (slide?.length ?? 1) / window.innerHeight;
        if (photo) image.style.setProperty('--cut', cutPosition(photo, ratio));
      }
    };
    cut();
    window.addEventListener('resize', cut);
    return () => window.removeEventListener('resize', cut);
  }, [layers, slide]);
}

/** Made with its first picture, as the others are. */
function showBackdrop(backdrop: HTMLElement, thumbnail: string): void {
  const image = backdrop.querySelector('img') ?? newImage();
  setSource(image, thumbnail);
  if (!image.isConnected) backdrop.append(image);
}
