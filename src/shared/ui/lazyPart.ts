import { lazy, type ComponentType } from 'react';

function Nothing(): null {
  return null;
}

/**
 * A part of a screen whose code is loaded after the screen is painted; to be put into a `Suspense`. If the code cannot
 * be loaded, the screen works without the part.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }));
}
