import { readFile, stat } from 'node:fs/promises';
import { isRecord } from '../kube/object.ts';

/** In bytes: more than anybody writes. */
const mostBytes = 1024 * 1024;

/**
 * An audit policy as a file has it, in YAML or JSON; the playground says whether it is one.
 * @throws the system's error where the file cannot be read, and an Error that says what is wrong with it
 */
export async function readPolicyFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  if ((await stat(file)).size > mostBytes) throw new Error(`${file} has more than ${mostBytes} bytes: it is no audit policy`);
  const { parse } = await import('yaml');
  const policy: unknown = parse(await readFile(file, 'utf8'), { schema: 'core', maxAliasCount: 100, logLevel: 'error' });
  if (!isRecord(policy)) throw new Error(`${file} has no Policy of audit.k8s.io/v1 in it`);
  return policy;
}
