import type { WallSubject } from '../walls/subject.ts';
import { DiaryCheck } from './diaryCheck.ts';

/** The diary must say what was on the wall. */
export const diary: WallSubject = {
  Check: DiaryCheck,
  planted: [
    {
      script: 'page',
      name: 'keeps its diary in memory alone',
      find: 'store(DIARY.part + part.number, part.text);',
      replace: '',
    },
    {
      script: 'page',
      name: 'forgets in its diary which photo it was',
      find: 'photo: hash32(`${photo.albumSlug}/${photo.filename}`),',
      replace: '',
    },
    {
      script: 'page',
      name: 'looks at its wall once in an hour, for its diary',
      find: 'this.#timer = setTimeout(() => this.#checkWall(), MINUTE_MS',
      replace: 'this.#timer = setTimeout(() => this.#checkWall(), 60 * MINUTE_MS',
    },
  ],
};
