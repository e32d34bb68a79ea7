import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { ReconcilerSource } from '../inspector/reconcilerSource.ts';
import type { Notifier } from './notifier.ts';

/** In the configuration of our debug sessions, and of those that VS Code's debugger makes below them. */
const mark = 'informerInspectorReconciler';

/** One attachment of the debugger to the process of a reconciler. */
interface Attachment {
  readonly onStopped: () => void;
  /** Adapters that said that it is over, or were told that it is to be: who was first tells whether the person ended it. */
  over: boolean;
}

/**
 * VS Code's JavaScript debugger on the process of a reconciler. Whoever stops the debugger stops the reconciler; a process that ends, for whatever reason, takes
 * its debugger with it.
 */
export class ReconcilerDebugging implements vscode.Disposable {
  /** Sources that were started with a debugger, and are so whenever they are started again. */
  readonly debugged = new WeakSet<ReconcilerSource>();
  readonly #notifier: Notifier;
  readonly #owned = new DisposableStore();
  readonly #attachments = new Map<number, Attachment>();
  #made = 0;

  constructor(notifier: Notifier) {
    this.#notifier = notifier;
    this.#owned.add(
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: (session) => {
          const attachment = this.#attachmentOf(session);
          return attachment && tracker(attachment);
        },
      }),
    );
    this.#owned.add(
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (!session.parentSession) this.#attachments.delete(numberOf(session) ?? 0);
      }),
    );
  }

  /** Attaches to a process that waits for it on this port of this machine. @param onStopped the person has ended the debugging */
  async attach(name: string, port: number, folder: vscode.WorkspaceFolder | undefined, onStopped: () => void): Promise<void> {
    const number = ++this.#made;
    this.#attachments.set(number, { onStopped, over: false });
    const configuration: vscode.DebugConfiguration = {
      type: 'node',
      request: 'attach',
      name: vscode.l10n.t('Reconciler: {0}', name),
      address: '127.0.0.1',
      port,
      // What runs says itself which line of the file each of its lines is.
      sourceMaps: true,
      resolveSourceMapLocations: null,
      autoAttachChildProcesses: false,
      continueOnAttach: true,
      restart: false,
      skipFiles: ['<node_internals>/**', '**/dist/reconciler.js'],
      [mark]: number,
    };
    try {
      const started = await vscode.debug.startDebugging(folder, configuration, { suppressDebugToolbar: false });
      if (!started) throw new Error(vscode.l10n.t('VS Code did not start its JavaScript debugger. Is the extension "JavaScript Debugger" switched off?'));
    } catch (error) {
      this.#attachments.delete(number);
      onStopped(); // its process waits for nobody
      await this.#notifier.warn({ text: vscode.l10n.t('The debugger could not be attached to {0}: {1}', name, messageOf(error)), remedies: [] });
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #attachmentOf(session: vscode.DebugSession): Attachment | undefined {
    for (let each: vscode.DebugSession | undefined = session; each; each = each.parentSession) {
      const attachment = this.#attachments.get(numberOf(each) ?? 0);
      if (attachment) return attachment;
    }
    return undefined;
  }
}

function numberOf({ configuration }: vscode.DebugSession): number | undefined {
  const number: unknown = configuration[mark];
  return typeof number === 'number' ? number : undefined;
}

/** What VS Code says first is what the person wants; what the adapter says first is what the process did. */
function tracker(attachment: Attachment): vscode.DebugAdapterTracker {
  return {
    onWillReceiveMessage(message: { readonly type?: string; readonly command?: string; readonly arguments?: { readonly restart?: boolean } }) {
      const ends = message.type === 'request' && (message.command === 'disconnect' || message.command === 'terminate');
      if (!ends || attachment.over || message.arguments?.restart) return;
      attachment.over = true;
      attachment.onStopped();
    },
    onDidSendMessage(message: { readonly type?: string; readonly event?: string }) {
      if (message.type === 'event' && (message.event === 'terminated' || message.event === 'exited')) attachment.over = true;
    },
  };
}
