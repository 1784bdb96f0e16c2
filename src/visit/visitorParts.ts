import { useGuestUpload } from './guests/GuestUpload.tsx';
import type { VisitorPart } from './slots.ts';

/** By name, what visitors of a shared album can do besides looking at it. */
export const VISITOR_PARTS: Readonly<Record<string, VisitorPart>> = {
  guests: useGuestUpload,
};
