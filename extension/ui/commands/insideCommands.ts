import path from 'node:path';
import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import { letsNobodyIn, mostInflight } from '../../introspection/flowControl.ts';
import { mostCommitLatencyMs } from '../../introspection/introspection.ts';
import { type WorldControllerView, worldSpeeds } from '../../introspection/world.ts';
import { views } from '../contributions.ts';
import { insideOf } from '../insideOf.ts';
import { type AskedNumber, askWholeNumber } from '../picks/askWholeNumber.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';
import { mayEndPlayground } from './mayEndPlayground.ts';
import { saveSnapshot, snapshotFilters } from './saveSnapshot.ts';

/** What can be changed inside of the playground. On any other cluster there is nothing of the kind: the commands are not offered there. */
export function insideCommands({ inspector, panels }: Ui) {
  return {
    async lookInside(): Promise<void> {
      const session = await inspector.startPlayground();
      panels.open(session);
      panels.openPage(session, 'server');
    },

    async compactStorage(): Promise<void> {
      const compacted = await (await insideOf(inspector)).compact();
      tell(vscode.l10n.t('Storage compacted: the oldest revision that can be read is {0}', compacted));
    },

    async setCommitLatency(): Promise<void> {
      const inside = await insideOf(inspector);
      const { commitLatencyMs } = await inside.storage();
      const ms = await askNumber({ title: vscode.l10n.t('Set Commit Latency'), prompt: vscode.l10n.t('Milliseconds that each write takes to be committed. etcd is in trouble above 100.'), value: commitLatencyMs, most: mostCommitLatencyMs });
      if (ms === undefined) return;
      await inside.setCommitLatency(ms);
      tell(vscode.l10n.t('Commit latency: {0} ms', ms));
    },

    async savePlaygroundSnapshot(): Promise<void> {
      await saveSnapshot(inspector);
    },

    async startPlaygroundFromSnapshot(): Promise<void> {
      const title = vscode.l10n.t('Start Playground from Snapshot');
      const [file] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Start Playground'), filters: snapshotFilters() })) ?? [];
      if (!file || !(await mayTakeUp(inspector, file.fsPath))) return;
      await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.restartPlayground({ load: file.fsPath }));
    },

    async setRequestLimits(): Promise<void> {
      const inside = await insideOf(inspector);
      const { maxReading, maxMutating } = await inside.flowControl();
      const title = vscode.l10n.t('Set Request Limits');
      const reading = await askNumber({ title, prompt: vscode.l10n.t('max-requests-inflight: how many requests that read are answered at one time'), value: maxReading, most: mostInflight, step: { number: 1, of: 2 } });
      if (reading === undefined) return;
      const mutating = await askNumber({
        title,
        prompt: vscode.l10n.t('max-mutating-requests-inflight: how many that write are answered at one time'),
        value: maxMutating,
        most: mostInflight,
        step: { number: 2, of: 2 },
        refuses: (typed) => (letsNobodyIn({ reading, mutating: typed }) ? vscode.l10n.t('Both limits cannot be 0: nobody would be let in.') : undefined),
      });
      if (mutating === undefined) return;
      await inside.setMaxInflight({ reading, mutating });
      tell(vscode.l10n.t('Requests in flight: at most {0} reading, {1} mutating', reading, mutating));
    },

    async setWorldSpeed(): Promise<void> {
      const inside = await insideOf(inspector);
      const world = await inside.world();
      const speed = await quickPick<number>({
        title: vscode.l10n.t('Set World Speed'),
        placeholder: vscode.l10n.t('How fast its time goes. Requests take as long as ever.'),
        none: '',
        choices: worldSpeeds.map((value) => ({ label: value === 0 ? vscode.l10n.t('Paused') : `${value}×`, description: value === world.speed ? vscode.l10n.t('now') : '', value })),
        active: (value) => value === world.speed,
      });
      if (speed === undefined || speed === back) return;
      await inside.setWorldSpeed(speed);
    },

    disconnectSimulatedController: () => connect(inspector, false),

    reconnectSimulatedController: () => connect(inspector, true),
  };
}

async function connect(inspector: Inspector, connected: boolean): Promise<void> {
  const inside = await insideOf(inspector);
  const { controllers } = await inside.world();
  const name = await quickPick<string>({
    title: connected ? vscode.l10n.t('Reconnect Simulated Controller') : vscode.l10n.t('Disconnect Simulated Controller'),
    placeholder: connected ? vscode.l10n.t('Which one is to hear and speak again?') : vscode.l10n.t('Which one is to hear and say nothing any more?'),
    none: connected ? vscode.l10n.t('No controller is cut off.') : vscode.l10n.t('Every controller is cut off already.'),
    choices: controllers.filter((each) => each.connected !== connected).map(choiceOf),
  });
  if (name === undefined || name === back) return;
  await inside.connectController(name, connected);
  tell(connected ? vscode.l10n.t('{0} is connected again', name) : vscode.l10n.t('{0} is cut off', name));
}

function choiceOf({ name, user, queued }: WorldControllerView): { readonly label: string; readonly description: string; readonly value: string } {
  return { label: name, description: queued > 0 ? vscode.l10n.t('{0}, {1} queued', user, queued) : user, value: name };
}

async function mayTakeUp(inspector: Inspector, file: string): Promise<boolean> {
  return mayEndPlayground(inspector, {
    question: vscode.l10n.t('End the playground that runs and start it from {0}?', path.basename(file)),
    proceed: vscode.l10n.t('Start from Snapshot'),
    saveFirst: vscode.l10n.t('Save Snapshot and Restart'),
    whereKept: vscode.l10n.t('What the setting keeps stays as it is now; the playground of the snapshot is not kept.'),
  });
}

/** Undefined also where the person goes back: there is nothing that could be asked anew. */
async function askNumber(asked: AskedNumber): Promise<number | undefined> {
  const number = await askWholeNumber(asked);
  return number === back ? undefined : number;
}

function tell(text: string): void {
  vscode.window.setStatusBarMessage(text, 5000);
}
