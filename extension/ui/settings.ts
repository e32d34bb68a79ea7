import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Logger } from '../base/logger.ts';
import type { InflightLimits } from '../introspection/flowControl.ts';
import { type Settings, settingsSection } from './contributions.ts';
import { fromHome } from './fromHome.ts';
import { inflightOr, settingOr } from './settingOr.ts';

/**
 * The settings, read each time they are needed, so that a change needs no reload. A value that is not one
 * falls back to its default, with a line in the log.
 */
export class SettingsReader {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get<Name extends keyof Settings>(name: Name): Settings[Name] {
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    return settingOr(name, configuration.get(name), (fault) => this.#logger.warn('settings', fault));
  }

  /** How many requests the playground answers at one time. */
  inflight(): InflightLimits {
    const limits = { reading: this.get('playground.maxRequestsInflight'), mutating: this.get('playground.maxMutatingRequestsInflight') };
    return inflightOr(limits, (fault) => this.#logger.warn('settings', fault));
  }

  /** The chosen kubeconfig, with `~` written out; undefined: the usual place. */
  kubeconfigPath(): string | undefined {
    const chosen = this.get('kubeconfig').trim();
    if (chosen === '') return undefined;
    const full = fromHome(chosen);
    // A folder that nobody trusts is not to bring a kubeconfig of its own under the name of the person's.
    const [folder] = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return path.resolve(folder?.uri.scheme === 'file' ? folder.uri.fsPath : homedir(), full);
  }

  setKubeconfig(file: string): Thenable<void> {
    return vscode.workspace.getConfiguration(settingsSection).update('kubeconfig', file, vscode.ConfigurationTarget.Global);
  }
}
