import { useNavigate } from '@tanstack/react-router';
import type { Album } from '#contract/schemas/photos.ts';
import { Button } from '#src/ui/Button.tsx';
import { useTexts } from '#src/tablet/texts.ts';
import { KioskBar } from '../bars/KioskBar.tsx';

interface Props {
  album: Album;
  onStart: () => void;
}

/** Back leads to the album above this one, whichever page was shown before. */
export function AlbumBar({ album, onStart }: Props) {
  const navigate = useNavigate();
  const text = useTexts();
  const goUp = () =>
    album.parentSlug === undefined
      ? navigate({ to: '/circuit-tree/photos' })
      : navigate({ to: '/circuit-tree/photos/$albumSlug', params: { albumSlug: album.parentSlug } });
  return (
    <KioskBar
      backLabel="< Back"
      title={album.name}
      onBack={() => void goUp()}
      action={
        <Button variant="primary" onClick={onStart}>
          {text('Start Slideshow')}
        </Button>
      }
    />
  );
}
