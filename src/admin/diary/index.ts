import { tabletSections } from '#src/admin/tablets/slots.ts';
import { DiarySection } from './DiarySection.tsx';

/** Adds the diary to the pages of the administration. */
export function diary(): void {
  tabletSections.push(DiarySection);
}
