import type { Dependencies } from '../dependencies.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { registerAlbumRoutes } from './albums/albumRoutes.ts';
import { registerUploadRoute } from './upload/uploadRoutes.ts';

/** Albums, lists and uploads; the images have a place of their own, nearer to the door. */
export async function registerPhotoRoutes(app: TypedApp, { photos: room }: Dependencies): Promise<void> {
  await room.store.sweep((address) => room.photos.has(address));
  registerAlbumRoutes(app, room);
  await registerUploadRoute(app, room);
}
