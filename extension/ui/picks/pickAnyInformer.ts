import type { Inspector } from '../../inspector/inspector.ts';
import type { Session } from '../../inspector/session.ts';
import type { SessionInformer } from '../../inspector/sessionInformers.ts';
import { pickInformer } from './pickInformer.ts';
import { pickSession } from './pickSession.ts';

/**
 * An informer of any session: its source where several have informers, then itself where there are several. Undefined: dismissed, or none runs.
 * @param isOfUse which of them can be meant; default: all
 */
export async function pickAnyInformer(inspector: Inspector, title: string, isOfUse: (session: Session, informer: SessionInformer) => boolean = () => true): Promise<(SessionInformer & { readonly session: Session }) | undefined> {
  const session = await pickSession(inspector, { title, filter: (candidate) => candidate.informers.all.some((informer) => isOfUse(candidate, informer)) });
  const picked = session && (await pickInformer(session, title, (informer) => isOfUse(session, informer)));
  return picked && { session, ...picked };
}
