import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Album } from '#contract/entities.ts';

/** An album that was opened at an address that it had before gets its present one. */
export function useCurrentAddress(slug: string | undefined, album: Album | undefined): void {
  const navigate = useNavigate();
  const present = album?.slug;
  useEffect(() => {
    if (slug === undefined || present === undefined || present === slug) return;
    void navigate({
      to: '/admin/photos/$slug',
      params: { slug: present },
      search: (search) => search,
      replace: true,
      resetScroll: false,
    });
  }, [slug, present, navigate]);
}
