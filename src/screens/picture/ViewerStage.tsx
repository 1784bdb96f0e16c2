import type { ReactNode, RefObject } from 'react';
import { imageUrl } from '#src/api/imageUrls.ts';
import { thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { indexAfterStep, type Place } from '#domain/viewer/steps.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { crossOriginFor, retryLater } from '#src/ui/photoGrid/photoImage.ts';
import type { PictureControl } from './usePicture.ts';
import { useStageGestures } from './useStageGestures.ts';
import type { ViewedPhoto } from './viewedPhotos.ts';
import styles from './ViewerStage.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  viewed: ViewedPhoto;
  picture: PictureControl;
  place: Place;
  onStep: (index: number) => void;
  /** Lies on the picture, without the buttons, which would lie above it. */
  children?: ReactNode;
}

/** The picture, with a button to either side. */
export function ViewerStage({ ref, viewed, picture, place, onStep, children }: Props) {
  const previous = indexAfterStep('ArrowLeft', place);
  const next = indexAfterStep('ArrowRight', place);
  const go = (index: number | undefined) => index !== undefined && onStep(index);
  const { zoom } = picture;
  const gestures = useStageGestures({ stage: ref, zoom, onPrevious: () => go(previous), onNext: () => go(next) });
  return (
    <div className={styles.around}>
      <div
        ref={ref}
        className={`${shapes.fill} ${shapes.centre} ${styles.stage}`}
        data-zoomed={zoom.isZoomed || undefined}
        {...gestures}
      >
        <Picture key={viewed.photo.filename} viewed={viewed} picture={picture}>
          {children}
        </Picture>
      </div>
      {!children && <StepButton kind="previous" to={previous} onStep={onStep} />}
      {!children && <StepButton kind="next" to={next} onStep={onStep} />}
    </div>
  );
}

function Picture({ viewed: { photo, label }, picture, children }: Pick<Props, 'viewed' | 'picture' | 'children'>) {
  const { zoom, size, turn, onLoaded } = picture;
  const { x, y, scale } = zoom.zoom;
  const transform = `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`;
  const [thumbnail, medium] = [imageUrl(photo, 'thumbnail'), imageUrl(photo, 'medium')];
  return (
    <div className={styles.picture} style={{ ...(size ?? { width: '100%', height: '100%' }), transform }}>
      {size && (
        <img
          className={`${shapes.fill} ${styles.image}`}
          src={thumbnail}
          alt=""
          crossOrigin={crossOriginFor(thumbnail)}
          draggable={false}
        />
      )}
      <img
        className={`${shapes.fill} ${styles.image}`}
        src={medium}
        alt={label}
        crossOrigin={crossOriginFor(medium)}
        decoding="async"
        draggable={false}
        onLoad={({ currentTarget }) =>
          onLoaded({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={({ currentTarget }) => retryLater(currentTarget, thumbnailRetryMs)}
      />
      {children}
    </div>
  );
}

interface StepButtonProps {
  kind: 'previous' | 'next';
  /** Undefined at the end of the list. */
  to: number | undefined;
  onStep: (index: number) => void;
}

function StepButton({ kind, to, onStep }: StepButtonProps) {
  if (to === undefined) return null;
  return (
    <button
      type="button"
      className={`${shapes.centre} ${styles.step} ${styles[kind]}`}
      aria-label={kind === 'next' ? 'Next photo' : 'Previous photo'}
      onClick={() => onStep(to)}
    >
      <Icon name={kind} />
    </button>
  );
}
