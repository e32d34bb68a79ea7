import * as vscode from 'vscode';
import { placeOf } from '../inspector/access/placeOf.ts';
import { type InformerRequest, startInformers } from '../inspector/informerRequest.ts';
import type { Session } from '../inspector/session.ts';
import { formatResource, scopedInformerName } from '../kube/resource.ts';
import { tellRefusal } from './refusedInformer.ts';
import { revealInformer } from './revealInformer.ts';
import { sourceTitle } from './stateWords.ts';
import type { Ui } from './ui.ts';

/** Starts what a person has asked for, shows the first of it in the tree, and says of each that is refused where it would not be. */
export async function startRequests(ui: Ui, session: Session, requests: readonly InformerRequest[]): Promise<void> {
  const others = requests.filter((request) => runsOtherwise(session, request));
  const names = startInformers(session, requests);
  const place = placeOf(session);
  // The first of several is the one that is meant the next time.
  for (const { resource, scope } of requests.toReversed()) ui.recents.noteInformer(place, formatResource(resource), scope.namespace);
  for (const name of names) tellRefusal(ui, session, name);
  if (names[0] !== undefined) revealInformer(ui, session, names[0]);
  if (others.length > 0) void tellOthers(ui, session, others);
}

/** It runs already, and keeps the settings that it has. */
function runsOtherwise({ informers }: Session, { resource, scope, chosen }: InformerRequest): boolean {
  const running = informers.get(scopedInformerName(resource, scope))?.settings;
  return running !== undefined && Object.entries(chosen).some(([name, value]) => running[name as keyof typeof running] !== value);
}

/** Nobody has to guess why a choice has had no effect. */
async function tellOthers({ notifier }: Ui, session: Session, others: readonly InformerRequest[]): Promise<void> {
  const names = others.map(({ resource, scope }) => scopedInformerName(resource, scope));
  await notifier.warn({
    text: vscode.l10n.t('On {0} there runs already, with other settings, which it keeps: {1}. Stop it to start it with those that you chose.', sourceTitle(session), names.join(', ')),
    remedies: [],
    offers: [
      {
        title: vscode.l10n.t('Stop and Start Again'),
        run: async () => {
          for (const name of names) await session.informers.stop(name);
          startInformers(session, others);
        },
      },
    ],
  });
}
