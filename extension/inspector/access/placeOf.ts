import type { Session } from '../session.ts';

/**
 * What is remembered of a cluster from one time to the next is remembered under this: the context and its server, since a context may lead
 * elsewhere tomorrow. The playground has another address each time.
 */
export function placeOf({ id, source, cluster }: Pick<Session, 'id' | 'source' | 'cluster'>): string {
  return source.kind === 'context' ? `${id} ${cluster.server}` : id;
}
