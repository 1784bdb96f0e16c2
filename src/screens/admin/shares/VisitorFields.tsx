import { SHARE_PHOTOS, SHARE_UPLOADS, type ShareUpload } from '#contract/shares.ts';
import type { NewShare } from '#contract/schemas/arrivals/shares.ts';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

/** The rights of a link's visitors, as the form holds them. */
export interface Visitors {
  mayUpload: ShareUpload | 'never';
  maxPhotos: string;
  seesAlbum: boolean;
  mayDownload: boolean;
}

export const LOOKING: Visitors = {
  mayUpload: 'never',
  maxPhotos: `${SHARE_PHOTOS.usual}`,
  seesAlbum: true,
  mayDownload: false,
};

const CHOICES: Record<Visitors['mayUpload'], string> = {
  never: 'Only look',
  'at-once': 'Also add photos, which are shown at once',
  'after-approval': 'Also add photos, which you approve first',
};

export function fieldsOf({ mayUpload, maxPhotos, seesAlbum, mayDownload }: Visitors): Partial<NewShare> {
  const downloads = { mayDownload: mayDownload && (seesAlbum || mayUpload === 'never') };
  if (mayUpload === 'never') return downloads;
  return { ...downloads, mayUpload, maxPhotos: Math.trunc(Number(maxPhotos)) || SHARE_PHOTOS.usual, seesAlbum };
}

interface Props {
  value: Visitors;
  onChange: (value: Visitors) => void;
}

/** Whether the visitors of a link may send photos, how many, and whether they see the album. */
export function VisitorFields({ value, onChange }: Props) {
  const choose = (chosen: string) =>
    onChange({ ...value, mayUpload: SHARE_UPLOADS.find((name) => name === chosen) ?? 'never' });
  return (
    <>
      <SelectField label="Visitors may" value={value.mayUpload} onChange={({ target }) => choose(target.value)}>
        {Object.entries(CHOICES).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {value.mayUpload !== 'never' && (
        <>
          <TextField
            label="Photos that the link takes at most"
            inputMode="numeric"
            value={value.maxPhotos}
            onChange={({ target }) => onChange({ ...value, maxPhotos: target.value.replace(/\D/g, '') })}
          />
          <Checkbox
            label="Visitors see the album too"
            checked={value.seesAlbum}
            onChange={({ target }) => onChange({ ...value, seesAlbum: target.checked })}
          />
        </>
      )}
      {(value.mayUpload === 'never' || value.seesAlbum) && (
        <Checkbox
          label="Visitors may download the originals"
          checked={value.mayDownload}
          onChange={({ target }) => onChange({ ...value, mayDownload: target.checked })}
        />
      )}
    </>
  );
}
