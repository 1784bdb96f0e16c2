/**
 * The lint rule against comments that begin with a headless clause ('What waits …', 'Of a photo …', 'To be called
 * when …'). A comment first says what the thing is or does, as a sentence with a subject and a verb.
 */
const REFUSED = /^(?:What|Whatever|Who|Whoever|Whose|Of|So|As|How|To be called)\b/;

interface Comment {
  type: string;
  value: string;
  loc: { start: { line: number }; end: { line: number } };
}

interface LintContext {
  sourceCode: { getAllComments(): Comment[] };
  report(problem: { loc: Comment['loc']; message: string }): void;
}

/** The first word that is refused at the beginning of a comment; undefined for a plain one. */
export function refusedOpening(comment: string): string | undefined {
  return REFUSED.exec(comment.replace(/^[\s*]+/, ''))?.[0];
}

/** Whether a comment goes on with the sentence of the line before. */
function continues(comment: Comment, before: Comment | undefined): boolean {
  return comment.type === 'Line' && before?.type === 'Line' && before.loc.end.line === comment.loc.start.line - 1;
}

export function createPlainComments(context: LintContext) {
  return {
    Program: () => {
      const comments = context.sourceCode.getAllComments();
      for (const [index, comment] of comments.entries()) {
        if (continues(comment, comments[index - 1])) continue;
        const opening = refusedOpening(comment.value);
        if (opening === undefined) continue;
        const message = `Say first what the thing is or does, then why: a comment does not begin with '${opening}'.`;
        context.report({ loc: comment.loc, message });
      }
    },
  };
}
