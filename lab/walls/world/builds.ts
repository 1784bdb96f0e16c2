import { SimResponse } from './web.ts';

/** A build of the app: whether its script starts is all that differs. */
export interface Build {
  name: string;
  starts: boolean;
}

export function assetOf({ name }: Build): string {
  return `/assets/app-${name}.js`;
}

/** The page of a build, which names its script. */
export function pageOf(build: Build): SimResponse {
  return new SimResponse(`<script src="${assetOf(build)}"></script>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** The files of its shell, which the build puts into its worker. */
export function precacheOf({ name }: Build): { url: string; revision: string | null }[] {
  return [
    { url: '/circuit-tree', revision: name },
    { url: '/', revision: name },
    { url: `/assets/app-${name}.js`, revision: null },
  ];
}
