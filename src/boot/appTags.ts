import { APP_TAGS } from '../contract/offline.ts';

/** The build puts the app's own script tags and icon here, inert, so that they wait for the first frame. */
export function appTags(): HTMLTemplateElement | null {
  return document.querySelector<HTMLTemplateElement>(`#${APP_TAGS}`);
}

/** Starts the app, once: the template is gone after the first call. */
export function letAppStart(): void {
  const template = appTags();
  if (!template) return;
  const tags = document.importNode(template.content, true);
  // In the order of the tags: the settings run before the app.
  for (const script of tags.querySelectorAll('script')) script.async = false;
  document.querySelector('link[href="data:,"]')?.remove();
  template.replaceWith(tags);
}
