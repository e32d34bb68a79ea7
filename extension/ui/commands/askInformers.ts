import * as vscode from 'vscode';
import type { InformerScope } from '../../informer/informerOptions.ts';
import { profiles } from '../../informer/profile.ts';
import type { InformerRequest } from '../../inspector/informerRequest.ts';
import type { Session } from '../../inspector/session.ts';
import { type ApiResource, formatResource } from '../../kube/resource.ts';
import { accessWords } from '../accessWords.ts';
import { isCancellation } from '../notifier.ts';
import { MetadataToggle } from '../picks/metadataToggle.ts';
import { type InformerOptions, pickInformerOptions } from '../picks/pickInformerOptions.ts';
import { pickResource } from '../picks/pickResource.ts';
import { pickScopes } from '../picks/pickScopes.ts';
import { back, steps } from '../picks/quickPick.ts';
import { severalNamespaces } from '../picks/scopeChoices.ts';
import { preflightsWords, preflightWords } from '../preflightWords.ts';
import { sourceTitle } from '../stateWords.ts';
import { scopesWords } from '../scopesWords.ts';
import type { Ui } from '../ui.ts';

interface Wanted {
  readonly resource?: ApiResource;
  /** `['']`: all namespaces, or a resource that is in none. */
  readonly namespaces?: readonly string[];
  readonly options?: InformerOptions;
}

/**
 * Resource, scope, and what else an informer can be told; in each of them, what a start will cost. What keeps the server from answering is told where the
 * person looks. Undefined: dismissed.
 */
export async function askInformers(ui: Ui, session: Session, title: string): Promise<readonly InformerRequest[] | undefined> {
  const toggle = new MetadataToggle();
  const { access } = session;
  const cost = async (resource: ApiResource, scope: InformerScope, signal: AbortSignal): Promise<string> => preflightWords(await session.preflight(resource, withMetadata(scope, toggle.on), signal));
  try {
    const wanted = await steps<Wanted>({}, [
      async () => {
        const picked = await pickResource(session, ui.recents, {
          title,
          toggle,
          of: 3,
          describe: async (resource, signal) => {
            const refused = accessWords(await access.of(resource, undefined, signal));
            // What one in namespaces will cost, the next step tells.
            if (resource.namespaced) return refused && vscode.l10n.t('in all namespaces {0}', refused);
            return refused || cost(resource, {}, signal);
          },
        });
        return picked === back || picked === undefined ? picked : { resource: picked };
      },
      async (soFar) => {
        const { resource } = soFar;
        if (!resource?.namespaced) return soFar;
        const picked = await pickScopes(session, resource, ui.recents, {
          title,
          toggle,
          step: { number: 2, of: 3 },
          // What is refused costs nothing, and says already why.
          describe: async (namespace, signal) => (namespace === severalNamespaces || accessWords(access.known(resource, namespace || undefined)) ? undefined : cost(resource, scopeIn(namespace), signal)),
        });
        return picked === back || picked === undefined ? picked : { resource, namespaces: picked };
      },
      async (soFar) => {
        const { resource, namespaces = [''] } = soFar;
        if (!resource) return undefined;
        const picked = await pickInformerOptions({
          title,
          toggle,
          what: [formatResource(resource), resource.namespaced ? scopesWords(namespaces) : ''].filter(Boolean).join(' '),
          options: soFar.options ?? {},
          defaults: defaultsOf(ui),
          step: { number: 3, of: 3 },
          cost: (options, signal) => costOfAll(session, resource, namespaces, (namespace) => scopeOf(namespace, options, toggle.on), signal),
        });
        return picked === back || picked === undefined ? picked : { ...soFar, options: picked };
      },
    ]);
    return wanted && requestsOf(wanted, toggle.on);
  } catch (error) {
    await tell(ui, session, error);
    return undefined;
  }
}

/** More than these are not asked about one by one, only what is known of them already is said. */
const mostAsked = 20;

/** About how many objects and bytes, and where the server says that it would refuse. */
async function costOfAll(session: Session, resource: ApiResource, namespaces: readonly string[], scope: (namespace: string) => InformerScope, signal: AbortSignal): Promise<string> {
  const { access } = session;
  const accesses = await Promise.all(
    namespaces.map(async (namespace) => {
      const where = namespace || undefined;
      return { namespace, refused: accessWords(namespaces.length > mostAsked ? access.known(resource, where) : await access.of(resource, where, signal)) };
    }),
  );
  const refused = accesses.filter((each) => each.refused !== '');
  const allowed = accesses.filter((each) => each.refused === '');
  const [first] = refused;
  if (first && namespaces.length === 1) return first.refused;
  const preflights = await Promise.all(allowed.map(({ namespace }) => session.preflight(resource, scope(namespace), signal)));
  return [
    ...(preflights.length > 0 ? [preflightsWords(preflights)] : []),
    ...(first ? [vscode.l10n.t('{0} in {1}', first.refused, refused.map(({ namespace }) => namespace).join(', '))] : []),
  ].join(' · ');
}

function requestsOf({ resource, namespaces = [''], options = {} }: Wanted, metadataOnly: boolean): readonly InformerRequest[] | undefined {
  const { labelSelector: _, fieldSelector: __, ...chosen } = options;
  return resource && namespaces.map((namespace) => ({ resource, scope: scopeOf(namespace, options, metadataOnly), chosen }));
}

function scopeOf(namespace: string, { labelSelector, fieldSelector }: InformerOptions, metadataOnly: boolean): InformerScope {
  return withMetadata({ ...scopeIn(namespace), ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) }, metadataOnly);
}

function scopeIn(namespace: string): InformerScope {
  return namespace ? { namespace } : {};
}

function withMetadata(scope: InformerScope, metadataOnly: boolean): InformerScope {
  return { ...scope, ...(metadataOnly && { metadataOnly }) };
}

/** Without a period in the settings the rules have their own. */
function defaultsOf({ settings }: Ui) {
  const clientGo = settings.get('informer.clientGo');
  return { clientGo, queue: settings.get('informer.queue'), resyncPeriodMs: settings.get('informer.resyncSeconds') * 1000 || profiles[clientGo].resyncPeriodMs };
}

/** Also has the view learn whether the cluster answers at all. */
async function tell({ notifier }: Ui, session: Session, error: unknown): Promise<void> {
  if (isCancellation(error) || session.ended) return;
  const { phase } = await session.connect();
  if (phase === 'failed') return; // the view tells
  void notifier.error(error, sourceTitle(session));
}
