import { formatBytes } from '../base/formatBytes.ts';
import { messageOf } from '../base/codedError.ts';
import { preflight, type Preflight, type PreflightOptions } from '../cluster/preflight.ts';
import { formatResource } from '../kube/resource.ts';

/** Says what a recording is going to read, before it does. Whatever comes of it, the recording starts. */
export async function recordPreflight(options: PreflightOptions, say: (sentence: string) => void): Promise<void> {
  try {
    say(preflightSentence(await preflight(options), formatResource(options.resource)));
  } catch (error) {
    // Whoever has ended the recording meanwhile does not want to know.
    if (!options.signal.aborted) throw error;
  }
}

function preflightSentence(found: Preflight, resource: string): string {
  switch (found.kind) {
    case 'counted': {
      const { objects, bytes } = found;
      if (objects === 0) return `There are no objects of ${resource} to be read.`;
      return objects === 1 ? `One object of ${resource} will be read, about ${formatBytes(bytes)}.` : `About ${objects} objects of ${resource} will be read, about ${formatBytes(bytes)}.`;
    }
    case 'uncounted':
      return `The server does not say how many objects of ${resource} will be read, as it never does where a selector is used; the first has about ${formatBytes(found.bytesEach)}.`;
    case 'late':
      return `The server did not say within ${found.ms / 1000} s how many objects of ${resource} will be read; the recording starts all the same.`;
    case 'failed':
      return `It cannot be told how many objects of ${resource} will be read: ${messageOf(found.error).replace(/\.$/, '')}.`;
  }
}
