import { useState } from 'react';
import { presentPhoto } from '#src/api/presentPhoto.ts';
import { failureText } from '../../shell/failureText.ts';
import { editPhotos } from '../../edits/photoEdits.ts';
import type { ViewedPhoto } from '#src/screens/picture/viewedPhotos.ts';

interface CaptionControl {
  text: string;
  isChanged: boolean;
  isSaved: boolean;
  /** Somebody else's change of the photo in the meantime. */
  problem: string | undefined;
  /** Why the caption could not be saved. */
  failure: string | undefined;
  change: (text: string) => void;
  save: () => void;
  takeBack: () => void;
}

type Result = { status: 'saved' } | { status: 'lost'; text: string } | { status: 'failed'; text: string };

/** A typed text stays until it is saved or undone, whatever the server says. */
export function useCaption({ albumId, photo }: ViewedPhoto): CaptionControl {
  const stored = photo.caption ?? '';
  const [typed, setTyped] = useState<string>();
  const [result, setResult] = useState<Result>();
  const isChanged = typed !== undefined && typed.trim() !== stored;

  const save = async (caption: string) => {
    setResult(undefined);
    try {
      await editPhotos(albumId, [photo], { caption });
      setTyped((now) => (now?.trim() === caption ? undefined : now));
      setResult({ status: 'saved' });
    } catch (error) {
      const present = presentPhoto(error);
      if (present) setResult({ status: 'lost', text: lostRaceText(present.caption) });
      else setResult({ status: 'failed', text: `${failureText(error)} The caption was not saved.` });
    }
  };
  return {
    text: typed ?? stored,
    isChanged,
    isSaved: result?.status === 'saved' && !isChanged,
    problem: result?.status === 'lost' ? result.text : undefined,
    failure: result?.status === 'failed' ? result.text : undefined,
    change: (text) => {
      setTyped(text);
      if (result?.status === 'saved') setResult(undefined);
    },
    save: () => {
      if (isChanged) void save(typed.trim());
    },
    takeBack: () => {
      setTyped(undefined);
      setResult(undefined);
    },
  };
}

function lostRaceText(caption: string | undefined): string {
  const now = caption === undefined ? 'It has no caption now.' : `Its caption is now “${caption}”.`;
  return `Somebody else changed this photo meanwhile. ${now} What you typed is not saved yet.`;
}
