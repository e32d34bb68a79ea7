import { type Saying, say } from '../base/saying.ts';
import { runProgram } from './childProgram.ts';
import type { PluginReport } from './credentialActivity.ts';
import { CredentialError } from './credentialError.ts';
import { execInfo, mayAsk } from './execInfo.ts';
import type { ClusterEntry, ExecConfig } from './kubeconfigEntries.ts';
import { findOnLoginPath, findOnPath } from './loginPath.ts';
import { pluginMissing, whatIsThere } from './pluginMissing.ts';

export const supportedExecVersions: readonly string[] = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** As a choice in a sentence. */
export function execVersions(): Saying {
  return say`${supportedExecVersions[0]!} or ${supportedExecVersions[1]!}`;
}

/** A token is a few kilobytes; a plugin that prints more than this is not one. */
const maxOutput = 1024 * 1024;

/** What it writes for people is passed on up to so many lines and characters: who has that much to say says it to nobody. */
const maxLines = 2000;
const maxText = 256 * 1024;

/** Characters of its last line that a sentence repeats. */
const maxQuoted = 300;

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
export async function runPlugin(options: PluginOptions, report: PluginReport, signal: AbortSignal): Promise<string> {
  const { exec, user, interactive } = options;
  const fail = (code: 'execInvalid' | 'execInteractive', what: Saying): CredentialError =>
    new CredentialError(code, say`The credential plugin of the user "${user}" ${what}`, { user, command: exec.command });
  if (exec.command === '') throw fail('execInvalid', say`has no command. Add one to the kubeconfig.`);
  if (!supportedExecVersions.includes(exec.apiVersion)) {
    throw fail('execInvalid', say`speaks ${exec.apiVersion || say`no apiVersion`}, which is not supported. Use ${execVersions()}.`);
  }
  if (exec.interactiveMode === 'Always' && !interactive) {
    throw fail('execInteractive', say`(${exec.command}) always asks for input, and there is no terminal here. Log in from a terminal; where it needs no input after that, set its interactiveMode to IfAvailable in the kubeconfig.`);
  }
  const told = bounded(report, options.onMessage);
  try {
    return await run(exec.command, options.env, options, told, signal);
  } catch (error) {
    if (!isNotFound(error) || signal.aborted) throw error;
    const elsewhere = await findOnLoginPath(exec.command, options.env, signal);
    signal.throwIfAborted();
    if (elsewhere === undefined) throw pluginMissing(exec, user, error.cause, process.platform, await whatIsThere(exec.command));
    return run(elsewhere.command, { ...options.env, PATH: elsewhere.path }, options, told, signal);
  }
}

async function run(command: string, env: PluginOptions['env'], options: PluginOptions, told: BoundedReport, signal: AbortSignal): Promise<string> {
  const { exec, user } = options;
  const program = await programOf(command, exec, env);
  if (program === undefined) throw pluginMissing(exec, user, Object.assign(new Error(`${command} is not on the PATH`), { code: 'ENOENT' }));
  let said = '';
  const { output, status } = await start(
    {
      command: program,
      args: exec.args,
      env: { ...env, ...exec.env, KUBERNETES_EXEC_INFO: await execInfo(options, signal) },
      asks: mayAsk(options),
      maxOutput,
      onLine(line, replaces) {
        said = line;
        told.say(line, replaces);
      },
      isEnough: () => told.isFull(),
    },
    options,
    signal,
  );
  if (status === 0 && output !== undefined) return output;
  const why = output === undefined ? say`it printed far too much` : quoted(said) || (status === undefined ? say`a signal ended it` : say`it ended with exit status ${status}`);
  throw new CredentialError('execFailed', say`The credential plugin ${exec.command} of the user "${user}" failed: ${why}.`, { user, command: exec.command });
}

/**
 * A PATH that the kubeconfig gives to the plugin is for what the plugin runs: itself it is looked for on our own, as by Go (`os/exec` `LookPath`), where
 * `spawn` would look on the plugin's. Undefined when it is not there.
 */
async function programOf(command: string, exec: ExecConfig, env: PluginOptions['env']): Promise<string | undefined> {
  const isAsItStands = process.platform === 'win32' || exec.env['PATH'] === undefined || command.includes('/');
  return isAsItStands ? command : findOnPath(command, env['PATH'] ?? '');
}

/** @throws CredentialError for a program that does not start; the signal's reason */
async function start(program: Parameters<typeof runProgram>[0], { exec, user }: PluginOptions, signal: AbortSignal): ReturnType<typeof runProgram> {
  try {
    return await runProgram(program, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    throw pluginMissing(exec, user, error, process.platform, await whatIsThere(exec.command));
  }
}

/** Of a plugin that is not where it was looked for. */
function isNotFound(error: unknown): error is CredentialError {
  if (!CredentialError.is(error, 'execMissing')) return false;
  const { code } = error.cause as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'EACCES';
}

function quoted(line: string): string {
  const short = line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
  return short.replace(/\.$/, '');
}

interface BoundedReport {
  readonly say: PluginReport['say'];
  /** What else is said is left out. */
  readonly isFull: () => boolean;
}

/** A line that replaces another is for whoever shows the last one; who keeps them all gets it when it says more than that. */
function bounded(report: PluginReport, onMessage: (line: string) => void): BoundedReport {
  let lines = 0;
  let text = 0;
  let last = '';
  const isFull = (): boolean => lines === maxLines || text >= maxText;
  const sayLine: PluginReport['say'] = (line, replaces) => {
    if (isFull()) return;
    lines++;
    text += line.length;
    report.say(line, replaces);
    if (!replaces || line.startsWith(last)) onMessage(line);
    last = line;
    if (isFull()) onMessage('The credential plugin says more than that; it is left out.');
  };
  return { say: sayLine, isFull };
}
