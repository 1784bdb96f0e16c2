import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { endKey } from '#src/kioskKey/kioskKey.ts';

/** Shown in place of a screen whose call the server refused because the key is revoked; leads to the landing page. */
export function KeyRevoked({ apiKey }: { apiKey: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(endKey(apiKey)), [navigate, apiKey]);
  return null;
}
