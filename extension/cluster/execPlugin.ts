import { type ChildProcess, spawn } from 'node:child_process';
import { messageOf } from '../base/codedError.ts';
import { CredentialError } from './credentialError.ts';
import type { ClusterEntry, ExecConfig } from './kubeconfigEntries.ts';
import { findOnLoginPath } from './loginPath.ts';
import { readMaterial } from './material.ts';

const supported = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** A token is a few kilobytes; a plugin that prints more than this is not one. */
const maxOutput = 1024 * 1024;

export interface PluginOptions {
  /** Its name in the kubeconfig. */
  readonly user: string;
  readonly exec: ExecConfig;
  readonly cluster: ClusterEntry;
  /** Standard input is a terminal that the plugin may ask on. */
  readonly interactive: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line that the plugin wrote for people: a device code, say (K6). */
  readonly onMessage: (line: string) => void;
}

/**
 * Runs a plugin and returns its standard output. What it writes to standard error is for people and is
 * handed on line by line, while it runs.
 * @throws CredentialError `execMissing`, `execFailed`, `execInvalid`, `execInteractive`; the signal's reason
 */
export async function runPlugin(options: PluginOptions, signal: AbortSignal): Promise<string> {
  const { exec, user, interactive } = options;
  const fail = (code: 'execInvalid' | 'execInteractive', what: string): CredentialError =>
    new CredentialError(code, `The credential plugin of the user "${user}" ${what}`, { user, command: exec.command });
  if (exec.command === '') throw fail('execInvalid', 'has no command. Add one to the kubeconfig.');
  if (!supported.includes(exec.apiVersion)) {
    throw fail('execInvalid', `speaks ${exec.apiVersion || 'no apiVersion'}, which is not supported. Use ${supported.join(' or ')}.`);
  }
  if (exec.interactiveMode === 'Always' && !interactive) {
    throw fail('execInteractive', `(${exec.command}) asks for input, and there is no terminal. Log in from a terminal first.`);
  }
  try {
    return await run(exec.command, options, signal);
  } catch (error) {
    if (!isNotFound(error) || signal.aborted) throw error;
    const elsewhere = await findOnLoginPath(exec.command, options.env, signal);
    if (elsewhere === undefined) throw missing(options, error);
    return run(elsewhere, options, signal);
  }
}

async function run(command: string, options: PluginOptions, signal: AbortSignal): Promise<string> {
  const { exec, user, interactive, onMessage } = options;
  const child = spawn(command, exec.args, {
    env: { ...options.env, ...exec.env, KUBERNETES_EXEC_INFO: await execInfo(options) },
    stdio: [interactive && exec.interactiveMode !== 'Never' ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const onAbort = (): void => void child.kill();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const { output, said, code } = await finish(child, onMessage);
    signal.throwIfAborted();
    if (code === 0 && output !== undefined) return output;
    const why = output === undefined ? 'printed far too much' : said || `ended with exit status ${code}`;
    throw new CredentialError('execFailed', `The credential plugin ${exec.command} of the user "${user}" failed: ${why}.`, {
      user,
      command: exec.command,
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

interface Finished {
  /** Undefined when it was longer than {@link maxOutput}. */
  readonly output: string | undefined;
  /** The last line of standard error. */
  readonly said: string;
  readonly code: number | null;
}

function finish(child: ChildProcess, onMessage: (line: string) => void): Promise<Finished> {
  const output: Buffer[] = [];
  let size = 0;
  let said = '';
  let partial = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxOutput) output.push(chunk);
    else child.kill();
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (partial + chunk).split(/\r?\n/);
    partial = lines.pop()!.slice(-maxOutput);
    for (const line of lines) say(line);
  });
  const say = (line: string): void => {
    // Without control characters: the line is shown in a terminal or a log.
    const clean = line.replace(/\p{Cc}+(\[[0-9;]*m)?/gu, '').trim();
    if (clean === '') return;
    said = clean;
    onMessage(clean);
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      say(partial);
      resolve({ output: size <= maxOutput ? Buffer.concat(output).toString('utf8') : undefined, said: said.replace(/\.$/, ''), code });
    });
  });
}

/** What a plugin may want to know, as client-go tells it. */
async function execInfo({ exec, cluster, interactive, user }: PluginOptions): Promise<string> {
  const info = {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify || undefined,
    'certificate-authority-data': exec.provideClusterInfo && cluster.certificateAuthority && (await readMaterial(cluster.certificateAuthority, user)).toString('base64'),
    'proxy-url': cluster.proxyUrl,
  };
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: exec.apiVersion,
    spec: { interactive: interactive && exec.interactiveMode !== 'Never', ...(exec.provideClusterInfo && { cluster: info }) },
  });
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'EACCES';
}

function missing({ exec, user }: PluginOptions, error: unknown): CredentialError {
  const foreign = process.platform === 'win32' && exec.command.startsWith('/');
  const why = (error as NodeJS.ErrnoException).code === 'EACCES' ? 'may not be run' : 'was not found';
  const what = /[\\/]/.test(exec.command) ? why : `${why}, neither on the PATH nor on that of the login shell`;
  const hint = exec.installHint?.trim() ?? (foreign ? 'It is a path inside WSL' : 'Install it, or correct the path in the kubeconfig');
  return new CredentialError(
    'execMissing',
    `The credential plugin ${exec.command} of the user "${user}" ${what} (${messageOf(error)}). ${hint.replace(/\.?$/, '.')}`,
    { user, command: exec.command, ...(exec.installHint !== undefined && { installHint: exec.installHint }) },
    { cause: error },
  );
}
