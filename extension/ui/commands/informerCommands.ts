import * as vscode from 'vscode';
import { messageOf } from '../../base/codedError.ts';
import type { InformerScope } from '../../informer/sharedInformer.ts';
import type { Session } from '../../inspector/session.ts';
import { type ApiResource, formatResource } from '../../kube/resource.ts';
import { views } from '../contributions.ts';
import { isCancellation } from '../notifier.ts';
import { MetadataToggle } from '../picks/metadataToggle.ts';
import { pickInformer } from '../picks/pickInformer.ts';
import { pickResource } from '../picks/pickResource.ts';
import { pickScope } from '../picks/pickScope.ts';
import { pickSession } from '../picks/pickSession.ts';
import { back, steps } from '../picks/quickPick.ts';
import { preflightWords } from '../preflightWords.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';

interface Wanted {
  readonly resource?: ApiResource;
  /** Empty: all namespaces. */
  readonly namespace?: string;
  readonly metadataOnly?: boolean;
}

/** Informers are started by resource and scope, and stopped. */
export function informerCommands(ui: Ui) {
  const { inspector, recents } = ui;
  return {
    async startInformer(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Start Informer');
      const session = sessionIn(args) ?? (await pickSession(inspector, { title, canOpen: true }));
      if (!session) return;
      const wanted = await askFor(ui, session, title);
      if (!wanted?.resource || session.ended) return;
      const { resource, namespace } = wanted;
      const informer = session.informers.start(resource, scopeOf(wanted));
      recents.noteInformer(formatResource(resource), namespace || undefined);
      reveal(ui, session, informer.name).catch((error: unknown) => ui.log.warn('tree', messageOf(error))); // it runs, selected or not
    },

    async stopInformer(...args: readonly unknown[]): Promise<void> {
      const clicked = nodesOf('informer', args);
      if (clicked.length > 0) {
        for (const { parent, name } of clicked) await parent.session.informers.stop(name);
        return;
      }
      const title = vscode.l10n.t('Stop Informer');
      const session = await pickSession(inspector, { title, filter: ({ informers }) => informers.all.length > 0 });
      const picked = session && (await pickInformer(session, title));
      if (picked) await session.informers.stop(picked.name);
    },
  };
}

/**
 * Resource, then scope; in the last of them, what a start will cost. What keeps the server from answering is told where
 * the person looks.
 */
async function askFor(ui: Ui, session: Session, title: string): Promise<Wanted | undefined> {
  const toggle = new MetadataToggle();
  const cost = async (wanted: Wanted & { readonly resource: ApiResource }, signal: AbortSignal): Promise<string> =>
    preflightWords(await session.preflight(wanted.resource, scopeOf({ ...wanted, metadataOnly: toggle.on }), signal));
  try {
    const wanted = await steps<Wanted>({}, [
      async () => {
        const picked = await pickResource(session, ui.recents, {
          title,
          toggle,
          // Of one in namespaces, the next step tells it.
          describe: async (resource, signal) => (resource.namespaced ? undefined : cost({ resource }, signal)),
        });
        return picked === back || picked === undefined ? picked : { resource: picked };
      },
      async ({ resource }) => {
        if (!resource?.namespaced) return { ...(resource && { resource }) };
        const picked = await pickScope(session, resource, ui.recents, { title, toggle, describe: (namespace, signal) => cost({ resource, namespace }, signal) });
        return picked === back || picked === undefined ? picked : { resource, namespace: picked };
      },
    ]);
    return wanted && { ...wanted, metadataOnly: toggle.on };
  } catch (error) {
    await tell(ui, session, error);
    return undefined;
  }
}

function scopeOf({ namespace, metadataOnly }: Wanted): InformerScope {
  return { ...(namespace && { namespace }), ...(metadataOnly && { metadataOnly }) };
}

/** Also has the view learn whether the cluster answers at all. */
async function tell({ notifier }: Ui, session: Session, error: unknown): Promise<void> {
  if (isCancellation(error) || session.ended) return;
  const { phase } = await session.connect();
  if (phase === 'failed') return; // the view tells
  void notifier.error(error, sourceTitle(session));
}

/** Selects the new informer in the tree, once the view has been told of it. */
async function reveal({ tree, informersView }: Ui, session: Session, name: string): Promise<void> {
  await vscode.commands.executeCommand(`${views.informers}.focus`);
  await new Promise<void>((resolve) => {
    const listener = tree.onChange(() => {
      listener.dispose();
      resolve();
    });
    if (!tree.isChanging) {
      listener.dispose();
      resolve();
    }
  });
  const node = tree.findInformer(session, name);
  if (node) await informersView.view.reveal(node, { select: true, focus: false });
}
