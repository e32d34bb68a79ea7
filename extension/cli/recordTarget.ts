import { type Clock, sleep } from '../base/clock.ts';
import { accessFailure } from '../cluster/access.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { isKubeconfigFault } from '../cluster/credentialError.ts';
import { ResourceError } from '../cluster/resolveResource.ts';
import { type GroupVersionResource, parseResource } from '../kube/resource.ts';
import type { RecordEnd } from './recordEnd.ts';
import { failureSentence } from './recordSentences.ts';

/** Between two tries to look a resource up on a server that cannot be reached yet. */
const lookUpAgainMs = 1000;

export interface TargetOptions {
  readonly cluster: Cluster;
  /** As the person wrote it. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly end: RecordEnd;
  readonly clock: Clock;
  readonly say: (sentence: string) => void;
}

/**
 * The resource that the person means. A bare name is looked up, for as long as the server cannot be
 * reached; a full one is taken as it is. Undefined when there is none, or the recording has ended.
 */
export async function recordTarget(options: TargetOptions): Promise<GroupVersionResource | undefined> {
  const exact = parseResource(options.resource);
  if (exact) return exact;
  const { cluster, end, clock, say } = options;
  let said = '';
  while (!end.signal.aborted) {
    try {
      return await lookUp(options);
    } catch (error) {
      if (end.signal.aborted) break;
      const failure = accessFailure(error, { verb: 'discover' });
      const sentence = failureSentence(failure, { server: cluster.server, namespaced: true });
      if (!failure.retries) {
        end.giveUp(isKubeconfigFault(error) ? 2 : 1, sentence);
        break;
      }
      if (sentence !== said) say(`${sentence} Trying again.`);
      said = sentence;
      await sleep(clock, lookUpAgainMs, end.signal);
    }
  }
  return undefined;
}

/**
 * Asks the server for a resource, in whatever form it was written. Undefined, and the recording is given
 * up, when the server does not have it or not in a namespace.
 * @throws ApiError, ConnectionError, CredentialError
 */
export async function lookUp({ cluster, resource, namespace, end }: Omit<TargetOptions, 'clock' | 'say'>): Promise<GroupVersionResource | undefined> {
  try {
    const found = await cluster.resolveResource(resource, end.signal);
    if (found.namespaced || namespace === undefined) return found;
    end.giveUp(2, `The resource "${resource}" is not in any namespace. Leave out --namespace.`);
  } catch (error) {
    if (!ResourceError.is(error)) throw error;
    end.giveUp(2, error.message);
  }
  return undefined;
}
