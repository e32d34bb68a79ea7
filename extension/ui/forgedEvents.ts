import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { isRecord } from '../kube/object.ts';
import type { ForgedEvent } from '../trace/gate.ts';
import { back, quickPick } from './picks/quickPick.ts';

/** An event that a person writes: its type is picked, its object is changed in an editor, and a button sends it. */
export class ForgedEvents {
  /** Undefined: thought better of. @param object what the editor begins with */
  async ask(title: string, object: unknown): Promise<ForgedEvent | undefined> {
    const type = await pickType(title);
    if (type === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: `${JSON.stringify(object, undefined, 2)}\n` });
    await vscode.window.showTextDocument(document, { preview: false });
    const send = vscode.l10n.t('Send Forged Event');
    for (let said = vscode.l10n.t('Change the object, then send it: {0}.', type); ; ) {
      const chosen = await vscode.window.showInformationMessage(said, send);
      if (chosen !== send) return undefined;
      const read = readObject(document.getText());
      if ('object' in read) return { type, object: read.object };
      said = read.fault;
    }
  }
}

async function pickType(title: string): Promise<ForgedEvent['type'] | undefined> {
  const choices = (['MODIFIED', 'ADDED', 'DELETED'] as const).map((type) => ({ label: type, value: type }));
  const type = await quickPick({ title, placeholder: vscode.l10n.t('As which event does it come?'), none: '', choices });
  return type === back ? undefined : type;
}

function readObject(text: string): { readonly object: unknown } | { readonly fault: string } {
  try {
    const object: unknown = JSON.parse(text);
    if (isRecord(object) && isRecord(object['metadata'])) return { object };
    return { fault: vscode.l10n.t('The document holds no object with metadata. Change it, then send it.') };
  } catch (error) {
    return { fault: vscode.l10n.t('The document is no JSON: {0}. Change it, then send it.', messageOf(error)) };
  }
}
