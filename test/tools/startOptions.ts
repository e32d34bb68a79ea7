import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  /** Absolute; undefined: the playground. */
  readonly kubeconfig: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  readonly open: boolean;
}

/** The options of `npm start`, or one sentence that says what is wrong with them. Paths are taken from `cwd`. */
export function startOptions(args: readonly string[], cwd: string): StartOptions | { readonly wrong: string } {
  const usage = 'npm start -- [--kubeconfig FILE] [--port N] [--no-open]';
  let values: { readonly kubeconfig?: string; readonly port?: string; readonly 'no-open'?: boolean };
  try {
    ({ values } = parseArgs({ args: [...args], options: { kubeconfig: { type: 'string' }, port: { type: 'string' }, 'no-open': { type: 'boolean' } } }));
  } catch (error) {
    return { wrong: `${(error as Error).message.split('. ')[0]}. Usage: ${usage}` };
  }
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return { wrong: `--port is a number from 0 to 65535, not ${values.port}.` };
  const kubeconfig = values.kubeconfig === undefined ? undefined : path.resolve(cwd, values.kubeconfig);
  if (kubeconfig !== undefined && !existsSync(kubeconfig)) return { wrong: `There is no file ${kubeconfig}: --kubeconfig names a kubeconfig that exists.` };
  return { kubeconfig, port, open: values['no-open'] !== true };
}
