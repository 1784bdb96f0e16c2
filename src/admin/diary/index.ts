import { tabletSections } from '#src/admin/tablets/slots.ts';
import { DiarySection } from './DiarySection.tsx';

/** What the diary brings to the administration. */
export function diary(): void {
  tabletSections.push(DiarySection);
}
