import { expect, it } from 'vitest';
import { noticesText, packageFolders } from '../../tools/notices.ts';

it('notices are of the packages whose code is in an output, nested ones by themselves', () => {
  const inputs = { 'extension/a.ts': 5, 'node_modules/yaml/dist/x.js': 7, 'node_modules/yaml/dist/y.js': 1, 'node_modules/@a/b/c.js': 2, 'node_modules/@a/b/node_modules/d/e.js': 3, 'node_modules/gone/x.js': 0 };
  const outputs = { 'dist/x.js': { inputs: Object.fromEntries(Object.entries(inputs).map(([input, bytesInOutput]) => [input, { bytesInOutput }])) } };
  expect(packageFolders([{ outputs }])).toEqual(['node_modules/@a/b', 'node_modules/@a/b/node_modules/d', 'node_modules/yaml']);
});

it('notices name each package with its license and text, and refuse one without a license', () => {
  const used = { name: 'yaml', version: '2.0.0', license: 'ISC', text: 'Permission to use\n' };
  expect(noticesText([used])).toContain('yaml 2.0.0, ISC\n\nPermission to use\n');
  expect(noticesText([{ ...used, text: '' }])).toContain('brings no license text');
  expect(() => noticesText([{ ...used, license: '' }])).toThrow('These packages are bundled and name no license: yaml.');
});
