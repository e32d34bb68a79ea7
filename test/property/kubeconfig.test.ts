import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { english } from '../../extension/base/saying.ts';
import { identityOf } from '../../extension/cluster/identity.ts';
import { type Kubeconfig, loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { KubeconfigError } from '../../extension/cluster/kubeconfigError.ts';
import { kubeconfigFiles } from '../../extension/cluster/kubeconfigFiles.ts';
import { selectContext } from '../../extension/cluster/selectContext.ts';
import { validateContext } from '../../extension/cluster/validateContext.ts';
import { kubeconfigFor } from '../support/scriptedServer.ts';
import { propertyParameters } from '../support/seed.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Whatever stands in a file, what comes of it is a kubeconfig or a sentence that names the file. `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(150);
const folder = temporaryFolder();

async function read(content: string | Uint8Array): Promise<Kubeconfig | KubeconfigError> {
  const path = await folder.write('config', '');
  await writeFile(path, content);
  try {
    const kubeconfig = await loadKubeconfig({ path, env: {}, home: '/nowhere' });
    expect(kubeconfig.paths).toEqual([path]);
    return kubeconfig;
  } catch (error) {
    expect(error).toBeInstanceOf(KubeconfigError);
    expect((error as KubeconfigError).message).toContain(path);
    return error as KubeconfigError;
  }
}

/** Reads it, and follows each of its contexts. */
async function follow(content: string | Uint8Array): Promise<void> {
  const kubeconfig = await read(content);
  if (kubeconfig instanceof KubeconfigError) return;
  kubeconfigFiles(kubeconfig);
  for (const problem of kubeconfig.problems) expect(english(problem)).toContain(kubeconfig.paths[0]);
  for (const { name } of kubeconfig.contexts) {
    try {
      const selected = selectContext(kubeconfig, name);
      identityOf(selected);
      await validateContext(selected);
    } catch (error) {
      expect(error).toBeInstanceOf(KubeconfigError);
      expect((error as KubeconfigError).message).toContain(kubeconfig.paths[0]);
    }
  }
}

const good = kubeconfigFor(
  'https://10.0.0.1:6443',
  { token: 'abc', as: 'bob', 'as-groups': ['g'], 'as-user-extra': { a: ['b'] }, exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'aws', args: ['a'], env: [{ name: 'A', value: 'b' }] } },
  { 'certificate-authority-data': 'QQ==', 'proxy-url': 'http://a' },
);

/** A kubeconfig in which some values are something else. */
const fields = fc.constantFrom('token', 'tokenFile', 'as', 'as-uid', 'as-groups', 'as-user-extra', 'exec', 'auth-provider', 'client-certificate', 'client-certificate-data', 'client-key', 'username', 'password', 'server', 'certificate-authority', 'certificate-authority-data', 'insecure-skip-tls-verify', 'proxy-url', 'tls-server-name', 'extensions', 'command', 'env', 'args', 'cluster', 'user', 'namespace', 'name', '__proto__', 'constructor');
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, true, 7, '', 'x', 'QQ==', 'https://a', Number.NaN), fc.string(), fc.array(tie('anything'), { maxLength: 3 }), fc.dictionary(fields, tie('anything'), { maxKeys: 4 })),
}));
const entry = (section: string): fc.Arbitrary<unknown> => fc.oneof(fc.record({ name: fc.constantFrom('test', 'other', '', 7), [section]: anything }, { requiredKeys: [] }), anything);
const odd = fc.record(
  { apiVersion: fc.constantFrom('v1', '', null), kind: fc.constantFrom('Config', null), 'current-context': fc.oneof(fc.constant('test'), anything), clusters: fc.oneof(fc.array(entry('cluster')), anything), users: fc.oneof(fc.array(entry('user')), anything), contexts: fc.oneof(fc.array(entry('context')), anything) },
  { requiredKeys: [] },
);

describe('a kubeconfig is read, or refused in a sentence that names it', () => {
  it.each<[string, fc.Arbitrary<string | Uint8Array>]>([
    ['of any bytes', fc.uint8Array({ maxLength: 400 })],
    ['of any letters', fc.string({ unit: 'binary', maxLength: 400 })],
    ['of the letters of YAML', fc.array(fc.constantFrom('a', ':', ' ', '\n', '- ', '  ', '[', ']', '{', '}', '"', "'", '&a ', '*a', '!!map ', '!t ', '| ', '> ', '? ', '%', '#', '---\n', '...\n', '<<: ', '\t', '1', 'yes', '\u0085', '\0'), { maxLength: 60 }).map((parts) => parts.join(''))],
    ['that was good, with a piece of it changed', fc.tuple(fc.nat({ max: good.length }), fc.nat({ max: 8 }), fc.string({ unit: 'binary', maxLength: 6 })).map(([at, length, piece]) => good.slice(0, at) + piece + good.slice(at + length))],
    ['with anything in its fields, as JSON', odd.map((one) => JSON.stringify(one))],
    ['with anything in its fields, as YAML', odd.map((one) => stringify(one))],
  ])('%s', { timeout: 300_000 }, async (_name, content) => {
    await fc.assert(fc.asyncProperty(content, follow), runs);
  });
});

const levels = [...'abcdefghijklmnop'];

describe('what would take long to read is refused', () => {
  it.each<[string, () => string | Uint8Array, RegExp]>([
    ['aliases of aliases', () => levels.map((level, index) => `${level}: &${level} [${Array(9).fill(index === 0 ? 'x' : `*${levels[index - 1]}`).join(', ')}]`).join('\n'), /alias count/i],
    ['merges of merges', () => levels.map((level, index) => `${level}: &${level} {k${index}: 1${index === 0 ? '' : `, <<: [*${levels[index - 1]}, *${levels[index - 1]}]`}}`).join('\n'), /alias count/i],
    ['many aliases', () => `a: &a x\nb:\n${'- *a\n'.repeat(600)}`, /more than 500 aliases/],
    ['many anchors and aliases', () => Array.from({ length: 20_000 }, (_one, index) => `- &a${index} x\n- *a${index}`).join('\n'), /more than 500 aliases/],
    ['much nesting', () => '['.repeat(20_000), /./],
    ['many lines', () => 'a:\n'.repeat(200_000), /more than 250000 parts/],
    ['many documents, of which the first alone counts', () => '---\n'.repeat(200_000), /more than 250000 parts/],
    ['ten megabytes', () => Buffer.alloc(10_000_001, '#'), /longer than any kubeconfig \(more than 10 MB\)/],
    ['a list that holds itself', () => 'contexts: &a [*a]', /./],
    ['a mapping that is merged with itself', () => 'contexts: &a {<<: *a}', /./],
  ])('%s', { timeout: 300_000 }, async (_name, content, why) => {
    const refused = await read(content());
    expect(refused).toBeInstanceOf(KubeconfigError);
    expect((refused as KubeconfigError).message).toMatch(why);
  });

  it.skipIf(process.platform === 'win32')('a device without end', async () => {
    await expect(loadKubeconfig({ path: '/dev/zero', env: {}, home: '/' })).rejects.toThrow('longer than any kubeconfig');
  });
});
