import { createElement, type AllHTMLAttributes, type ReactElement, type Ref } from 'react';

/** The attributes that a component for layout or text passes on to the element it draws. */
export interface ElementAttributes extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'size' | 'wrap'> {
  ref?: Ref<HTMLElement> | undefined;
}

/**
 * Joins the classes of a component with the one its user gives. That one may only set what the component leaves alone,
 * such as a width or a margin: which of two stylesheets wins depends on the order in which they are loaded.
 */
export function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The element that a component was asked to be: the same look suits a list, a form or a section. */
export function drawElement(tag: string, attributes: ElementAttributes): ReactElement {
  return createElement(tag, attributes);
}
