import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetVerifiedKey } from '../../../kioskKey/verifiedKey.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { forgetPositions } from '../../../device/slideshowPosition.ts';

/** The key was taken back while the page was open: the guard asks the server anew the next time. */
export function KeyRevoked({ apiKey }: { apiKey: string }) {
  useEffect(() => {
    forgetPositions();
    forgetVerifiedKey(apiKey);
  }, [apiKey]);
  return <Navigate to="/" search={{ error: MESSAGES.apiKeyInvalid }} replace />;
}
