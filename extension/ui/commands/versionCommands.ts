import * as vscode from 'vscode';
import { describeEntry } from '../../inspector/describeEntry.ts';
import { duration } from '../../inspector/duration.ts';
import { neighbour, type ObjectChange, objectHistory, versionStep } from '../../inspector/objectHistory.ts';
import { comparableYaml } from '../../inspector/objectYaml.ts';
import { nameInKey } from '../../kube/key.ts';
import type { KubeObject } from '../../kube/object.ts';
import { versionScheme } from '../contributions.ts';
import { withoutIcons } from '../inertText.ts';
import { type ObjectAddress, objectAddressIn, queryFields } from '../objectAddress.ts';
import { objectSubject } from '../objectSubject.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import { showComparison } from '../showComparison.ts';
import type { Ui } from '../ui.ts';
import { versionWords } from '../versionWords.ts';

/** The versions of an object, each beside the one before it: one is chosen, and from it one walks to the older and the newer ones. */
export function versionCommands(ui: Ui) {
  const { inspector, versions, notifier } = ui;
  const tell = (text: string): void => void notifier.warn({ text, remedies: [] });

  return {
    async showObjectHistory(...args: readonly unknown[]): Promise<void> {
      const subject = await objectSubject(ui, args, vscode.l10n.t('Show Versions of Object'));
      if (!subject) return;
      const { session, informer, key } = subject;
      const history = objectHistory(session, informer, key);
      const picked = await quickPick({
        title: vscode.l10n.t('Versions of {0}', key),
        placeholder: vscode.l10n.t('Compare which version with the one before it?'),
        none: vscode.l10n.t('The trace tells of no version of {0}: it is older than what is recorded', key),
        choices: history.map(({ entry, object }, index) => ({
          label: withoutIcons(entry.rv ?? `#${entry.seq}`),
          description: withoutIcons(vscode.l10n.t('{0} ago · #{1}', duration(Math.max(0, session.now() - entry.t)), entry.seq)),
          detail: withoutIcons(describeEntry(entry)) + (object || entry.kind === 'store.delete' ? '' : ` · ${vscode.l10n.t('not kept')}`),
          value: index,
        })),
      });
      if (picked === undefined || picked === back) return;
      if (!versionStep(history, picked)) return tell(vscode.l10n.t('That version of {0} is not kept any more. Choose a newer one, or record more megabytes.', key));
      await show({ source: session.id, informer, key }, history, picked);
    },

    previousVersion: () => walk(1, vscode.l10n.t('This is the oldest version that is kept')),
    nextVersion: () => walk(-1, vscode.l10n.t('This is the newest version')),
  };

  async function walk(direction: 1 | -1, end: string): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const side = uri?.scheme === versionScheme ? queryFields(uri.query) : undefined;
    const address = objectAddressIn(side);
    // The entry whose version is shown.
    const seq = side?.['seq'];
    if (!address || typeof seq !== 'number') return tell(vscode.l10n.t('No comparison of versions is in front. Choose an object, and Show Versions of Object.'));
    const session = inspector.sessions.get(address.source);
    if (!session) return tell(vscode.l10n.t('{0} is not inspected any more, and what was kept of its versions has ended with it.', address.key));
    const history = objectHistory(session, address.informer, address.key);
    // Of those that are not in the trace any more one walks on to the oldest that is.
    const at = history.findIndex(({ entry }) => entry.seq === seq);
    const next = neighbour(history, at < 0 ? history.length : at, at < 0 ? -1 : direction);
    if (next === undefined) return void vscode.window.setStatusBarMessage(end, 4000);
    await show(address, history, next);
  }

  async function show(address: ObjectAddress, history: readonly ObjectChange[], at: number): Promise<void> {
    const step = versionStep(history, at);
    if (!step) return;
    const { change: { entry, object }, before } = step;
    const name = nameInKey(address.key);
    const words = [before ? versionWords(before) : vscode.l10n.t('nothing'), object ? versionWords(object) : entry.kind === 'store.delete' ? vscode.l10n.t('gone') : vscode.l10n.t('not kept')] as const;
    const title = vscode.l10n.t('{0}: {1} ↔ {2} ({3} of {4})', name, ...words, history.length - at, history.length);
    await showComparison(versions, { id: { ...address, seq: entry.seq }, title, name: `${name}.yaml`, left: textOf(before), right: textOf(object) });
  }
}

/** Empty: there is none. */
function textOf(version: KubeObject | undefined): string {
  return version ? comparableYaml(version) : '';
}
