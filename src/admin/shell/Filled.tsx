import type { ComponentType } from 'react';

/**
 * A place on a page that subjects fill with components. The owner of the place never knows who has filled it, and they
 * are shown in the order of src/admin/subjects.ts.
 */
export type Slot<Props extends object = object> = ComponentType<Props>[];

/** Draws the components that subjects have put into a slot, each with the same properties. */
export function Filled<Props extends object>(props: { slot: Slot<Props> } & Props) {
  // The list is full before the first page is shown, and stays the same.
  // oxlint-disable-next-line react/no-array-index-key
  return props.slot.map((Part, at) => <Part key={at} {...props} />);
}
