import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPolicyFile } from '../../../extension/inspector/readPolicyFile.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = path.join(folder, 'policy.yaml');
  writeFileSync(file, text);
  return file;
}

it('reads a policy as it is written, in YAML or JSON', async () => {
  const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] };
  expect(await readPolicyFile(fileOf('apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n'))).toEqual(policy);
  expect(await readPolicyFile(fileOf(JSON.stringify(policy)))).toEqual(policy);
});

it('takes no text, no list, nothing that is too large, and no file that is not there', async () => {
  for (const text of ['Metadata', '- level: None', `# ${'x'.repeat(1024 * 1024)}\n`]) await expect(readPolicyFile(fileOf(text))).rejects.toThrow(/policy/i);
  await expect(readPolicyFile(path.join(folder, 'none'))).rejects.toThrow('ENOENT');
});
