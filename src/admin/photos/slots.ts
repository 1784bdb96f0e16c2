import type { ComponentType } from 'react';
import type { Slot } from '#src/admin/shell/Filled.tsx';

/** Links beside the title, for people who may write. `isTop`: above all albums. */
export const libraryLinks: Slot<{ isTop: boolean }> = [];

/** Sections below all albums, for people who may write. */
export const librarySections: Slot = [];

/** Items of a list of ways by which photos come into the library. */
export const waysToAdd: Slot = [];

interface Search {
  Field: ComponentType<{ wanted: string }>;
  /** Shown in place of the albums, while the address has a text to search for. */
  Results: ComponentType<{ wanted: string }>;
}

/** The search in the library, if there is one. */
export const searches: Search[] = [];
