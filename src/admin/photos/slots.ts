import type { ComponentType } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import type { Slot } from '#src/admin/shell/Filled.tsx';

/** Links beside the title, for people who may write. `isTop`: above all albums. */
export const libraryLinks: Slot<{ isTop: boolean }> = [];

/** Sections below all albums, for people who may write. */
export const librarySections: Slot = [];

/** Items of a list of ways by which photos come into the library. */
export const waysToAdd: Slot = [];

/** Buttons before '+ Add Photos', for other files that become photos. */
export const addButtons: Slot<{ onFiles: (files: File[]) => void }> = [];

/** Marks in the corner of a photo in a grid, each of which decides for which photos it is there. */
export const tileMarks: Slot<{ photo: Photo }> = [];

interface Search {
  Field: ComponentType<{ wanted: string }>;
  /** Shown in place of the albums, while the address has a text to search for. */
  Results: ComponentType<{ wanted: string }>;
}

/** The search in the library, if there is one. */
export const searches: Search[] = [];
