import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ambientModule, scaffoldFile, type ScaffoldResource, scaffoldText, typesFile } from '../../../extension/inspector/reconcilerScaffold.ts';
import { RunningFile } from '../../support/reconcilerFile.ts';
import { root } from '../../tools/project.ts';

const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const resources: readonly ScaffoldResource[] = [
  { name: 'apps/v1/deployments', kind: 'Deployment', namespaced: true },
  { name: 'v1/configmaps', kind: 'ConfigMap', namespaced: true },
  { name: 'v1/nodes', kind: 'Node', namespaced: false },
  { name: 'example.com/v1alpha1/3-widgets' },
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'informer-inspector-scaffold-'));
  const declarations = path.join(folder, 'declarations');
  execFileSync(process.execPath, [tsc, '--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--target', 'es2024', '--module', 'nodenext', '--types', '', '--outDir', declarations, path.join(root, 'extension/controller/api.ts')]);
  writeFileSync(path.join(folder, typesFile), ambientModule(readFileSync(path.join(declarations, 'api.d.ts'), 'utf8')));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks files as an editor does that knows nothing of a project; returns what is wrong. */
function check(files: readonly string[]): string {
  try {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--allowJs', '--checkJs', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    execFileSync(process.execPath, [tsc, ...options, ...files], { cwd: folder, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

const languages = ['typescript', 'javascript'] as const;

describe('a new reconciler', () => {
  it('has no error of types, in either language and on any resource', { timeout: 60_000 }, () => {
    const files = languages.flatMap((language) =>
      resources.map((resource, index) => {
        const name = `tried-${index}`;
        const file = scaffoldFile({ name, language });
        writeFileSync(path.join(folder, file), scaffoldText({ name, language, resource }));
        return file;
      }),
    );
    expect(files).toHaveLength(8);
    expect(check(files)).toBe('');
  });

  it('knows the contract: what is wrong by it is found', { timeout: 60_000 }, () => {
    const files = languages.map((language) => {
      const file = scaffoldFile({ name: 'wrong', language });
      writeFileSync(path.join(folder, file), scaffoldText({ name: 'wrong', language, resource: resources[0]! }).replace('ctx.client.create(configMaps, wanted)', 'ctx.client.create(wanted)'));
      return file;
    });
    const said = check(files);
    for (const file of files) expect(said).toMatch(new RegExp(`^${file}.*error TS2554`, 'm'));
  });

  it.each(languages)('comes up in its process as it is, in %s, and says what it watches', { timeout: 30_000 }, async (language) => {
    const name = 'tried-up';
    const file = path.join(folder, scaffoldFile({ name, language }));
    writeFileSync(file, scaffoldText({ name, language, resource: resources[0]! }));
    const running = await RunningFile.start(file).ready();
    expect(running.reconciler).toMatchObject({ name, for: { resource: 'apps/v1/deployments', predicates: [{ type: 'labels', selector: '!made-by' }] }, owns: ['v1/configmaps'] });
    await running.process.stop();
  });
});

it('writes what is missing, and the second time nothing', { timeout: 30_000 }, async () => {
  const name = 'tried-twice';
  const file = path.join(folder, scaffoldFile({ name, language: 'typescript' }));
  writeFileSync(file, scaffoldText({ name, language: 'typescript', resource: resources[0]! }));
  const running = await RunningFile.start(file).ready();
  const created: unknown[] = [];
  const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'd', uid: 'u', labels: { tier: 'front', app: 'web' } } };
  running.objects = [web];
  running.client = {
    create: async (_resource, object) => {
      created.push(object);
      running.objects = [web, object];
      return object;
    },
  };
  await running.reconcile('d/web');
  await running.reconcile('d/web');
  expect(created).toEqual([
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `web-${name}`, namespace: 'd', labels: { 'made-by': name }, ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u', controller: true }] },
      data: { labels: 'app=web,tier=front' },
    },
  ]);
  await running.process.stop();
});

it.each([
  ['beside an object in a namespace', { namespace: 'd' }, 'd'],
  ['in `default` for an object of the whole cluster', {}, 'default'],
])('of a resource of which nothing is known, writes %s', { timeout: 30_000 }, async (_, where, wanted) => {
  const name = 'tried-unknown';
  const file = path.join(folder, scaffoldFile({ name, language: 'typescript' }));
  writeFileSync(file, scaffoldText({ name, language: 'typescript', resource: { name: 'example.com/v1/widgets' } }));
  const running = await RunningFile.start(file).ready();
  running.objects = [{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'web', uid: 'u', ...where } }];
  const created: unknown[] = [];
  running.client = { create: (_resource, object) => Promise.resolve(created.push(object)).then(() => object) };
  await running.reconcile('d/web');
  expect(created).toMatchObject([{ metadata: { name: `web-${name}`, namespace: wanted, ownerReferences: [{ kind: 'Widget', uid: 'u' }] } }]);
  await running.process.stop();
});

it('leaves a ConfigMap of that name alone that is somebody else\'s, and gives up until something changes', { timeout: 30_000 }, async () => {
  const name = 'tried-stranger';
  const file = path.join(folder, scaffoldFile({ name, language: 'javascript' }));
  writeFileSync(file, scaffoldText({ name, language: 'javascript', resource: resources[0]! }));
  const running = await RunningFile.start(file).ready();
  running.objects = [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'd', uid: 'u', labels: { app: 'web' } } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `web-${name}`, namespace: 'd' }, data: { labels: 'theirs' } },
  ];
  // Any write would be refused for want of a client: this is refused before.
  await expect(running.reconcile('d/web')).rejects.toThrow(`d/web-${name} is somebody else's, and is left as it is`);
  await running.process.stop();
});
