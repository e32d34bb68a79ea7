import type { Inspector } from '../../inspector/inspector.ts';
import type { Session } from '../../inspector/session.ts';
import type { SessionInformer } from '../../inspector/sessionInformers.ts';
import { pickInformer } from './pickInformer.ts';
import { pickSession } from './pickSession.ts';

/** An informer of any session: its source where several have informers, then itself where there are several. Undefined: dismissed, or none runs. */
export async function pickAnyInformer(inspector: Inspector, title: string): Promise<(SessionInformer & { readonly session: Session }) | undefined> {
  const session = await pickSession(inspector, { title, filter: ({ informers }) => informers.all.length > 0 });
  const picked = session && (await pickInformer(session, title));
  return picked && { session, ...picked };
}
