import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Inspector } from '../inspector/inspector.ts';
import type { PlaygroundSettings } from '../inspector/playgroundFlags.ts';
import { mayEndPlayground } from './commands/mayEndPlayground.ts';
import { settingsSection } from './contributions.ts';
import { fromHome } from './fromHome.ts';
import type { Notifier } from './notifier.ts';
import type { SettingsReader } from './settings.ts';

/** What the playground is started with. */
export function playgroundSettings(settings: SettingsReader): PlaygroundSettings {
  const keep = settings.get('playground.keep').trim();
  const auditPolicy = settings.get('playground.auditPolicy').trim();
  const auditLog = settings.get('playground.auditLog').trim();
  const inflight = settings.inflight();
  return {
    size: settings.get('playground.size'),
    seed: settings.get('playground.seed'),
    churn: settings.get('playground.churn'),
    ...(keep !== '' && { keep: atHome(keep) }),
    commitLatencyMs: settings.get('playground.commitLatency'),
    compactionSeconds: settings.get('playground.compaction'),
    profile: settings.get('playground.profile'),
    ring: settings.get('playground.ring'),
    maxRequestsInflight: inflight.reading,
    maxMutatingRequestsInflight: inflight.mutating,
    speed: settings.get('playground.speed'),
    ...(auditLog !== '' && { auditLog: atHome(auditLog) }),
    ...(auditPolicy !== '' && { auditPolicy: atHome(auditPolicy) }),
  };
}

/** What is relative is meant from home. */
function atHome(file: string): string {
  return path.resolve(homedir(), fromHome(file));
}

const section = `${settingsSection}.playground`;

/**
 * A changed setting holds for the playground that runs, too: at once where it can be told, and otherwise after a restart, which
 * is offered once for each playground.
 */
export function followPlaygroundSettings(inspector: Inspector, settings: SettingsReader, notifier: Notifier): vscode.Disposable {
  let offered = false;
  const runs = inspector.onChange(() => {
    if (inspector.playground.state === 'stopped') offered = false;
  });
  const changes = vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration(section) || inspector.playground.state !== 'running') return;
    void applyNow(change, inspector, settings).catch((error: unknown) => notifier.error(error, vscode.l10n.t('Playground')));
    if (!inspector.playground.isOutdated || offered) return;
    offered = true;
    void offerRestart(inspector).catch((error: unknown) => notifier.error(error, vscode.l10n.t('Playground')));
  });
  return vscode.Disposable.from(changes, new vscode.Disposable(() => runs.dispose()));
}

async function applyNow(change: vscode.ConfigurationChangeEvent, inspector: Inspector, settings: SettingsReader): Promise<void> {
  const inside = await inspector.playground.introspection();
  if (!inside) return;
  const affects = (name: string): boolean => change.affectsConfiguration(`${section}.${name}`);
  if (affects('commitLatency')) await inside.setCommitLatency(settings.get('playground.commitLatency'));
  if (affects('speed')) await inside.setWorldSpeed(settings.get('playground.speed'));
  if (affects('churn')) await inside.setChurn(settings.get('playground.churn'));
  if (affects('maxRequestsInflight') || affects('maxMutatingRequestsInflight')) await inside.setMaxInflight(settings.inflight());
}

async function offerRestart(inspector: Inspector): Promise<void> {
  const restart = vscode.l10n.t('Restart Playground');
  const text = vscode.l10n.t('Settings of the playground have changed. They hold from its next start on; what is kept stays.');
  if ((await vscode.window.showInformationMessage(text, restart)) !== restart) return;
  const ending = { question: vscode.l10n.t('Restart the playground?'), proceed: restart, saveFirst: vscode.l10n.t('Save Snapshot and Restart') };
  if (await mayEndPlayground(inspector, ending)) await inspector.restartPlayground();
}
