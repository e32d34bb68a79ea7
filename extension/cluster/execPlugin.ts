import { messageOf } from '../base/codedError.ts';
import { runProgram } from './childProgram.ts';
import { CredentialError } from './credentialError.ts';
import type { ClusterEntry, ExecConfig } from './kubeconfigEntries.ts';
import { findOnLoginPath } from './loginPath.ts';
import { readMaterial } from './material.ts';

export const supportedExecVersions: readonly string[] = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

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
  if (!supportedExecVersions.includes(exec.apiVersion)) {
    throw fail('execInvalid', `speaks ${exec.apiVersion || 'no apiVersion'}, which is not supported. Use ${supportedExecVersions.join(' or ')}.`);
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
  const { exec, user, onMessage } = options;
  let said = '';
  const { output, status } = await runProgram(
    {
      command,
      args: exec.args,
      env: { ...options.env, ...exec.env, KUBERNETES_EXEC_INFO: await execInfo(options) },
      asks: mayAsk(options),
      maxOutput,
      onLine(line) {
        said = line;
        onMessage(line);
      },
    },
    signal,
  );
  if (status === 0 && output !== undefined) return output;
  const why = output === undefined ? 'it printed far too much' : said.replace(/\.$/, '') || (status === undefined ? 'a signal ended it' : `it ended with exit status ${status}`);
  throw new CredentialError('execFailed', `The credential plugin ${exec.command} of the user "${user}" failed: ${why}.`, {
    user,
    command: exec.command,
  });
}

/** It may use the terminal, if there is one. */
function mayAsk({ exec, interactive }: PluginOptions): boolean {
  return interactive && exec.interactiveMode !== 'Never';
}

/** What a plugin may want to know, as client-go tells it. */
async function execInfo(options: PluginOptions): Promise<string> {
  const { exec, cluster, user } = options;
  const info = {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify || undefined,
    'certificate-authority-data': exec.provideClusterInfo && cluster.certificateAuthority && (await readMaterial(cluster.certificateAuthority, user, `the cluster "${cluster.name}"`)).toString('base64'),
    'proxy-url': cluster.proxyUrl,
  };
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: exec.apiVersion,
    spec: { interactive: mayAsk(options), ...(exec.provideClusterInfo && { cluster: info }) },
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
