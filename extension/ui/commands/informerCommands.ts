import * as vscode from 'vscode';
import { placeOf } from '../../inspector/access/placeOf.ts';
import type { InformerScope } from '../../informer/sharedInformer.ts';
import type { Session } from '../../inspector/session.ts';
import { type ApiResource, formatResource } from '../../kube/resource.ts';
import { accessWords } from '../accessWords.ts';
import { isCancellation } from '../notifier.ts';
import { MetadataToggle } from '../picks/metadataToggle.ts';
import { pickInformer } from '../picks/pickInformer.ts';
import { pickResource } from '../picks/pickResource.ts';
import { pickScope } from '../picks/pickScope.ts';
import { pickSession } from '../picks/pickSession.ts';
import { back, steps } from '../picks/quickPick.ts';
import { preflightWords } from '../preflightWords.ts';
import { startElsewhere, tellRefusal } from '../refusedInformer.ts';
import { revealInformer } from '../revealInformer.ts';
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
      const { name } = session.informers.start(resource, scopeOf(wanted));
      recents.noteInformer(placeOf(session), formatResource(resource), namespace || undefined);
      tellRefusal(ui, session, name);
      revealInformer(ui, session, name);
    },

    /** Of an informer that is refused where it runs. */
    async startInNamespace(...args: readonly unknown[]): Promise<void> {
      const [node] = nodesOf('informer', args);
      const informer = node && ui.tree.informerOf(node);
      if (informer) await startElsewhere(ui, node.parent.session, informer);
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
  const { access } = session;
  const cost = async (wanted: Wanted & { readonly resource: ApiResource }, signal: AbortSignal): Promise<string> =>
    preflightWords(await session.preflight(wanted.resource, scopeOf({ ...wanted, metadataOnly: toggle.on }), signal));
  try {
    const wanted = await steps<Wanted>({}, [
      async () => {
        const picked = await pickResource(session, ui.recents, {
          title,
          toggle,
          describe: async (resource, signal) => {
            const refused = accessWords(await access.of(resource, undefined, signal));
            // What one in namespaces will cost, the next step tells.
            if (resource.namespaced) return refused && vscode.l10n.t('in all namespaces {0}', refused);
            return refused || cost({ resource }, signal);
          },
        });
        return picked === back || picked === undefined ? picked : { resource: picked };
      },
      async ({ resource }) => {
        if (!resource?.namespaced) return { ...(resource && { resource }) };
        const picked = await pickScope(session, resource, ui.recents, {
          title,
          toggle,
          // What is refused costs nothing, and says already why.
          describe: async (namespace, signal) => (accessWords(access.known(resource, namespace || undefined)) ? undefined : cost({ resource, namespace }, signal)),
        });
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
