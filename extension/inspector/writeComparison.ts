import { messageOf } from '../base/codedError.ts';
import type { WriteRequest } from '../controller/writeTransport.ts';
import type { HeldWrite } from '../trace/gate.ts';
import { namespacedKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import { formatResource, parseResource } from '../kube/resource.ts';
import { ApiError } from '../kube/status.ts';
import { oneLine, comparableYaml } from './objectYaml.ts';
import type { Session } from './session.ts';
import type { LoggedWrite } from './writeLog.ts';

/** What a held write would do, as texts that can be compared. */
export interface HeldComparison {
  /** As the controller believes that it is. */
  readonly cache: string;
  /** As it is. */
  readonly server: string;
  /** As the server says that it would be, by a dry run of the very same write. */
  readonly written: string;
}

type Asked = Pick<Session, 'informers' | 'signal'> & { readonly cluster: Pick<Session['cluster'], 'objects'> };

/**
 * Asks the server for the object, once, and by a dry run what would come of the write: the answer knows of defaults, of admission and of the owners of
 * fields. Nothing is stored. Where the server refuses, or does not answer, a comment says so, and what would be sent stands in.
 */
export async function compareHeldWrite(session: Asked, write: HeldWrite, body: unknown, fieldManager: string): Promise<HeldComparison> {
  const request = requestOf(write, body);
  const { objects } = session.cluster;
  const { resource, namespace, name } = request;
  const [server, written] = await Promise.all([
    objects.get(resource, namespace, name, session.signal).then(comparableYaml, (error: unknown) => (ApiError.is(error, 404) ? '' : comment(`The server does not show it: ${messageOf(error)}`))),
    objects.write(request, { dryRun: true, fieldManager }, session.signal).then(
      ({ object }) => (write.verb === 'delete' ? goneOr(object) : comparableYaml(object)),
      (error: unknown) => `${comment(`${ApiError.is(error) ? 'The server would refuse this' : 'What would come of this is not known'}: ${messageOf(error)}`)}${sentYaml(objects.masked(request))}`,
    ),
  ]);
  return { cache: cachedYaml(cachedObject(session, write)), server, written };
}

/** What a write that is over has made of the object; one that was never sent, what it would have sent. */
export function compareLoggedWrite({ before, after, body, code, dryRun, decided, request }: LoggedWrite): { readonly before: string; readonly after: string } {
  const wasSent = decided !== 'skipped' && decided !== 'failed' && code >= 200 && code < 300;
  if (!wasSent) {
    const why = decided === 'skipped' ? 'It was skipped: the server has not seen this.' : decided === 'failed' ? `It was refused here with ${code}: the server has not seen this.` : code === 0 ? 'No answer came from the server.' : `The server refused this with ${code}.`;
    return { before: cachedYaml(before), after: `${comment(why)}${sentYaml(body)}` };
  }
  if (request.verb === 'delete') return { before: cachedYaml(before), after: goneOr(after, dryRun) };
  return { before: cachedYaml(before), after: comparableYaml(after) };
}

/** In the cache of whichever informer has it. */
function cachedObject({ informers }: Pick<Session, 'informers'>, { resource, namespace, name }: HeldWrite): KubeObject | undefined {
  const key = namespacedKey(namespace, name);
  for (const { informer } of informers.all) {
    if (informer.scope.metadataOnly || formatResource(informer.resource) !== resource) continue;
    const object = informer.indexer.get(key);
    if (object) return object;
  }
  return undefined;
}

function requestOf({ resource, ...address }: HeldWrite, body: unknown): WriteRequest {
  const parsed = parseResource(resource);
  if (!parsed) throw new Error(`${JSON.stringify(resource)} names no resource`);
  return { ...address, resource: parsed, ...(body !== undefined && { body }) };
}

function cachedYaml(object: KubeObject | undefined): string {
  return object ? comparableYaml(object) : '';
}

function sentYaml(body: unknown): string {
  return body === undefined ? '' : comparableYaml(body);
}

/** A deletion leaves nothing, or an object that waits for its finalizers. */
function goneOr(object: KubeObject | undefined, dryRun = true): string {
  if (!object?.metadata.finalizers?.length) return comment(dryRun ? 'It would be gone.' : 'It is gone.');
  return `${comment('Its finalizers keep it until they are taken off.')}${comparableYaml(object)}`;
}

function comment(text: string): string {
  return `# ${oneLine(text)}\n`;
}
