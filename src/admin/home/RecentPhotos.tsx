import type { RecentPhoto } from '#contract/photos/schemas.ts';
import { PhotoStrip } from '#src/admin/startPage/PhotoStrip.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';

/** The photos uploaded last, each a link to where it is in its album. */
export function RecentPhotos({ photos }: { photos: readonly RecentPhoto[] }) {
  return (
    <Stack as="section" aria-labelledby="recent-heading">
      <Heading level={2} id="recent-heading">
        Last uploads
      </Heading>
      <PhotoStrip photos={photos} />
    </Stack>
  );
}
