import { expect, it } from 'vitest';
import { shellFiles } from '#scripts/build/shellFiles.ts';

it('walks from the entry through the routes that start offline, and through no other', () => {
  const files = shellFiles({
    'index.html': {
      file: 'assets/index.js',
      css: ['assets/index.css'],
      imports: ['_shared.js'],
      dynamicImports: [
        'src/routes/index.tsx?tsr-split=component',
        'src/routes/circuit-tree/photos/$albumSlug.tsx?tsr-split=component',
        'src/routes/circuit-tree/index.tsx?tsr-split=component',
        'src/routes/admin/circuit-tree/index.tsx?tsr-split=component',
        'src/routes/test/nodes-socket.tsx?tsr-split=component',
      ],
    },
    '_shared.js': { file: 'assets/shared.js' },
    '_grid.js': { file: 'assets/grid.js', css: ['assets/grid.css'], imports: ['index.html'] },
    'src/routes/index.tsx?tsr-split=component': { file: 'assets/landing.js', assets: ['assets/logo.svg'] },
    'src/routes/circuit-tree/index.tsx?tsr-split=component': { file: 'assets/home.js' },
    'src/routes/circuit-tree/photos/$albumSlug.tsx?tsr-split=component': {
      file: 'assets/album.js',
      imports: ['_grid.js'],
      dynamicImports: ['src/shared/slideshow/Slideshow.tsx'],
    },
    'src/shared/slideshow/Slideshow.tsx': { file: 'assets/slideshow.js' },
    'src/routes/admin/circuit-tree/index.tsx?tsr-split=component': {
      file: 'assets/admin.js',
      css: ['assets/admin.css'],
    },
    'src/routes/test/nodes-socket.tsx?tsr-split=component': { file: 'assets/socket.js' },
  });
  const names = ['album', 'grid', 'home', 'index', 'landing', 'shared', 'slideshow'].map((name) => `assets/${name}.js`);
  const others = ['assets/grid.css', 'assets/index.css', 'assets/logo.svg'];
  expect([...files].toSorted()).toEqual([...names, ...others].toSorted());
});

it('leaves out the files of the administration, and what visitors load from a server that they need', () => {
  const files = shellFiles({
    'index.html': { name: 'index', file: 'assets/index.js', dynamicImports: ['_admin.js', '_visit.js', '_wall.js'] },
    '_admin.js': { name: 'admin', file: 'assets/admin.js', imports: ['_people.js', '_viewer.js'] },
    '_viewer.js': { name: 'viewer', file: 'assets/viewer.js' },
    '_visit.js': {
      name: 'visit',
      file: 'assets/visit.js',
      imports: ['_people.js'],
      dynamicImports: ['src/visit/shares/SharedAlbumPage.tsx'],
    },
    'src/visit/shares/SharedAlbumPage.tsx': { name: 'SharedAlbumPage', file: 'assets/shared.js' },
    '_people.js': { name: 'people', file: 'assets/people.js', dynamicImports: ['passkeys.js'] },
    'passkeys.js': { file: 'assets/passkeys.js' },
    '_wall.js': { name: 'wall', file: 'assets/wall.js', dynamicImports: ['qrPath.ts'] },
    'qrPath.ts': { file: 'assets/qrPath.js' },
  });
  expect([...files].toSorted()).toEqual(
    ['index', 'people', 'qrPath', 'visit', 'wall'].map((name) => `assets/${name}.js`),
  );
});
