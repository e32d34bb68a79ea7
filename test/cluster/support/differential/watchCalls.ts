import type { ApiCall } from './apiCall.ts';
import { acceptTable } from './drawScript.ts';
import type { ScriptKind } from './scriptKind.ts';
import { scriptKinds } from './scriptKinds.ts';

/** Seconds after which a server ends them; a bookmark comes two seconds before. */
const timeout = 4;

/** Watches of all kinds that show a whole run: from before its first write, by selectors of both kinds, with bookmarks, as tables. */
export function watchCalls(from: string): readonly ApiCall[] {
  return scriptKinds.flatMap((kind) => {
    const ours = 'script in (<run>)';
    const watch = (parameters: Readonly<Record<string, string>>, accept?: string): ApiCall => {
      const query = new URLSearchParams({ watch: 'true', timeoutSeconds: String(timeout), resourceVersion: from, ...parameters });
      return { method: 'GET', path: `${scopeOf(kind)}?${query.toString().replaceAll('%3Crun%3E', '<run>')}`, ...(accept !== undefined && { accept }) };
    };
    const calls = [watch({ labelSelector: ours }), watch({ labelSelector: `${ours},app=x` }), watch({ labelSelector: `${ours},tier`, allowWatchBookmarks: 'true' }), watch({ labelSelector: ours }, acceptTable)];
    const [byField] = Object.entries(kind.fields);
    if (byField) calls.push(watch({ labelSelector: ours, fieldSelector: `${byField[0]}=${byField[1][0]}` }));
    return calls;
  });
}

function scopeOf({ root, resource, namespaced }: ScriptKind): string {
  return namespaced ? `${root}/namespaces/<run>-a/${resource}` : `${root}/${resource}`;
}
