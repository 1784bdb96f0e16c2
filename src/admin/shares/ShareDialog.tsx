import { useState } from 'react';
import { createShare } from '#src/admin/api/shares.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { SHARE_UPLOADS, type ShareUpload } from '#contract/access/shareKeys.ts';
import { SHARE_BYTES, SHARE_NAME_MAX_CHARACTERS, type ShareTerm, SHARE_PHOTOS } from '#contract/shares/shares.ts';
import type { ShareWithKey, NewShare } from '#contract/shares/schemas.ts';
import { SHARE_TERM_CHOICES } from '#domain/shares/linkTerms.ts';
import { untilText } from '#domain/clock/when.ts';
import { reader } from '#src/shared/session/reader.ts';
import { environment } from '#src/environment.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { SelectField } from '#src/shared/ui/fields/SelectField.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { MadeLink } from '#src/admin/links/ShownLink.tsx';
import { DialogForm } from '#src/admin/shell/dialogs.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { SharesSection, sharesChanged, useShares } from './SharesSection.tsx';

interface Props {
  album: Album;
  onClose: () => void;
}

/** The button at the head of an album, with the number of its open links. */
export function ShareButton({ album, onPress }: { album: Album; onPress: () => void }) {
  const shares = useShares({ albumId: album.id }).data?.length ?? 0;
  return (
    <Button size="s" onClick={onPress}>
      {shares > 0 ? `Share… (${shares})` : 'Share…'}
    </Button>
  );
}

/** Makes a link that shows the album to visitors, then shows it; below are the open links. */
export function ShareDialog({ album, onClose }: Props) {
  const [made, setMade] = useState<ShareWithKey>();
  const shares = useShares({ albumId: album.id });
  return (
    <Dialog title={`Share “${album.name}”`} onClose={onClose}>
      {made ? (
        <MadeLink url={made.url} remedy="share the album" onDone={onClose}>
          {`${howLong(made)} It is shown only now.`}
        </MadeLink>
      ) : (
        <>
          <ShareForm album={album} onMade={setMade} onClose={onClose} />
          <SharesSection shares={shares} isOfAll={false} />
        </>
      )}
    </Dialog>
  );
}

function howLong({ until, guests, seesAlbum }: ShareWithKey): string {
  const sees = seesAlbum ? 'sees the album' : 'sends photos for the album';
  const what = `Whoever has this link ${sees}${guests && seesAlbum ? ', sends photos for it,' : ''}`;
  const where = environment().trustPort === undefined ? '' : ' Works in your home network.';
  return `${what} until ${until === null ? 'you take it back' : untilText(until, reader())}.${where}`;
}

interface FormProps extends Props {
  onMade: (made: ShareWithKey) => void;
}

function ShareForm({ album, onMade, onClose }: FormProps) {
  const [name, setName] = useState('');
  const [term, setTerm] = useState<ShareTerm>('week');
  const [visitors, setVisitors] = useState<Visitors>(LOOKING);
  const { busy, failure, run } = useAction();
  const share = async () => {
    const payload = { albumId: album.id, term, ...fieldsOf(visitors), ...(name.trim() && { name: name.trim() }) };
    onMade(await adminCall((token) => createShare(token, payload)));
    sharesChanged();
  };
  return (
    <DialogForm action="Make the link" busy={busy} failure={failure} onSave={() => void run(share)} onClose={onClose}>
      <p>
        Makes a link to this album and those in it. Visitors need no account, and do not see photos that are hidden from
        slideshows. When the link ends, the addresses of its images end too.
      </p>
      <TermField value={term} onChange={setTerm} />
      <VisitorFields value={visitors} onChange={setVisitors} />
      <TextField
        label="For whom (optional)"
        autoComplete="off"
        maxLength={SHARE_NAME_MAX_CHARACTERS}
        value={name}
        onChange={({ target }) => setName(target.value)}
        hint="To recognise the link in the list. Visitors do not see it."
      />
    </DialogForm>
  );
}

function TermField({ value, onChange }: { value: ShareTerm; onChange: (term: ShareTerm) => void }) {
  return (
    <SelectField
      label="The link is valid for"
      data-autofocus=""
      value={value}
      onChange={({ target }) => onChange(SHARE_TERM_CHOICES.find(({ term }) => term === target.value)?.term ?? value)}
    >
      {SHARE_TERM_CHOICES.map(({ term, words }) => (
        <option key={term} value={term}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

/** The rights of a link's visitors, as the form holds them. */
interface Visitors {
  mayUpload: ShareUpload | 'never';
  maxPhotos: string;
  gigabytes: string;
  seesAlbum: boolean;
  mayDownload: boolean;
}

const GIGABYTE = 1_000_000_000;

const LOOKING: Visitors = {
  mayUpload: 'never',
  maxPhotos: `${SHARE_PHOTOS.usual}`,
  gigabytes: `${SHARE_BYTES.usual / GIGABYTE}`,
  seesAlbum: true,
  mayDownload: false,
};

const CHOICES: Record<Visitors['mayUpload'], string> = {
  never: 'Only look',
  'at-once': 'Also add photos, which are shown at once',
  'after-approval': 'Also add photos, which you approve first',
};

function fieldsOf({ mayUpload, maxPhotos, gigabytes, seesAlbum, mayDownload }: Visitors): Partial<NewShare> {
  const downloads = { mayDownload: mayDownload && (seesAlbum || mayUpload === 'never') };
  if (mayUpload === 'never') return downloads;
  const most = {
    maxPhotos: Math.trunc(Number(maxPhotos)) || SHARE_PHOTOS.usual,
    maxBytes: Math.round(Number(gigabytes.replace(',', '.')) * GIGABYTE) || SHARE_BYTES.usual,
  };
  return { ...downloads, mayUpload, ...most, seesAlbum };
}

interface VisitorFieldsProps {
  value: Visitors;
  onChange: (value: Visitors) => void;
}

/** Whether the visitors of a link may send photos, how many, and whether they see the album. */
function VisitorFields({ value, onChange }: VisitorFieldsProps) {
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
            label="Maximum number of photos"
            inputMode="numeric"
            value={value.maxPhotos}
            onChange={({ target }) => onChange({ ...value, maxPhotos: target.value.replace(/\D/g, '') })}
          />
          <TextField
            label="Maximum size in gigabytes"
            inputMode="decimal"
            value={value.gigabytes}
            onChange={({ target }) => onChange({ ...value, gigabytes: target.value.replace(/[^\d.,]/g, '') })}
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
