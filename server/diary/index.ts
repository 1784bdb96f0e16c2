import { ReportedDiary } from '#contract/diary/schemas.ts';
import { subject } from '#server/core/subject.ts';
import { tablets as tabletsSubject } from '#server/tablets/index.ts';
import { reportPart } from '#server/tablets/reportPart.ts';
import { diaryRepository } from './diaryRepository.ts';
import { registerDiaryRoutes } from './diaryRoutes.ts';

/** The minutes of each wall: what it showed, as its tablet noted it, for a month. */
export const diary = subject('diary', (core) => {
  const repository = diaryRepository(core.db, core.now);
  const { reportParts, tablets } = tabletsSubject.of(core);
  reportParts.add(reportPart('diary', ReportedDiary, (tabletId, entries) => repository.add(tabletId, entries)));
  core.slots.routes.add((app) => registerDiaryRoutes(app, { tablets, diary: repository }));
});
