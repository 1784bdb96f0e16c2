import type { Dependencies } from '../dependencies.ts';
import type { TypedApp } from '../http/typedApp.ts';

/** Albums, uploads and images. Filled in by the photo room; closes what it opens in an onClose hook of its own. */
export async function registerPhotoRoutes(_app: TypedApp, _dependencies: Dependencies): Promise<void> {}
