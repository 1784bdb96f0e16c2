import { APP_TAGS } from '#contract/offline.ts';

/**
 * The template into which the build puts the app's script tags and icon. The browser ignores them there, so that it
 * does not load the app before the page has drawn its first frame.
 */
export function appTags(): HTMLTemplateElement | null {
  return document.querySelector<HTMLTemplateElement>(`#${APP_TAGS}`);
}

/** Starts the app, once: the template is gone after the first call. */
export function letAppStart(): void {
  const template = appTags();
  if (!template) return;
  const tags = document.importNode(template.content, true);
  // Scripts run in the order of their tags: the settings have to run before the app.
  for (const script of tags.querySelectorAll('script')) script.async = false;
  document.querySelector('link[href="data:,"]')?.remove();
  template.replaceWith(tags);
}
