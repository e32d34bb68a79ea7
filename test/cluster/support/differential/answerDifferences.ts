import type { ApiCall } from './apiCall.ts';
import type { NormalAnswer } from './normalAnswer.ts';

// Answers of many kinds, looked into loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** Something in which the answers of the old real server may differ from those of the playground. Whatever is not here is the same. */
export interface AnswerDifference {
  readonly feature: string;
  readonly reason: string;
  /** Both answers without it; the same where it plays no part. */
  readonly without: (step: ApiCall, real: NormalAnswer, ours: NormalAnswer) => readonly [NormalAnswer, NormalAnswer];
}

function both(change: (body: Loose) => Loose): AnswerDifference['without'] {
  return (_, real, ours) => [withBody(real, change), withBody(ours, change)];
}

function withBody(answer: NormalAnswer, change: (body: Loose) => Loose): NormalAnswer {
  return { ...answer, body: change(answer.body) };
}

/** Every object in a body, however deep, changed; from the inside outwards. */
function everyObject(value: Loose, change: (object: Loose) => Loose): Loose {
  if (Array.isArray(value)) return value.map((each) => everyObject(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, everyObject(inner, change)])));
}

function without(object: Loose, ...fields: readonly string[]): Loose {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}

function withoutEmpty(object: Loose, field: string): Loose {
  return Object.keys(object[field]).length === 0 ? without(object, field) : object;
}

function isStatus(body: Loose): boolean {
  return body?.kind === 'Status';
}

function withoutPhase(object: Loose): Loose {
  const status = without(object['f:status'], 'f:phase');
  return Object.keys(status).length === 0 ? without(object, 'f:status') : { ...object, 'f:status': status };
}

/** Who owns an element of a list owns all of it. */
function wholeElements(elements: Loose): Loose {
  return Object.fromEntries(Object.keys(elements).map((path) => [path, {}]));
}

function sortedItems(body: Loose): Loose {
  const key = ({ metadata, object }: Loose): string => `${(metadata ?? object?.metadata)?.namespace ?? ''}/${(metadata ?? object?.metadata)?.name ?? ''}`;
  const sorted = (items: Loose): Loose => (Array.isArray(items) ? items.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)) : items);
  return typeof body === 'object' && body !== null ? { ...body, ...(body.items && { items: sorted(body.items) }), ...(body.rows && { rows: sorted(body.rows) }) } : body;
}

function withoutAddresses(body: Loose): Loose {
  const isGiven = (value: unknown): boolean => JSON.stringify(value).includes('<address>');
  const bare = everyObject(body, (object) => Object.fromEntries(Object.entries(object).filter(([field, value]) => !['nodePort', 'healthCheckNodePort'].includes(field) && !(field.startsWith('clusterIP') && isGiven(value)))));
  // Of a table: the cells that show them.
  return bare?.kind === 'Table' ? { ...bare, rows: bare.rows?.map((row: Loose) => ({ ...row, cells: row.cells.toSpliced(2, 3) })) } : bare;
}

/** Reasons of which the sentence is compared, too: those that have no words of ours in them. */
const compared = new Set(['NotFound', 'AlreadyExists']);

function merged(one: Loose, other: Loose): Loose {
  const result = { ...one };
  for (const [field, inner] of Object.entries(other)) result[field] = merged(result[field] ?? {}, inner);
  return result;
}

/** Owners by name and way of writing, with all that is owned besides a status; where there are several that is compared elsewhere. */
function owners(entries: readonly Loose[]): Loose {
  const all: Loose = {};
  for (const { manager, operation, fieldsV1 } of entries) {
    const owned = without(fieldsV1 ?? {}, 'f:status');
    if (Object.keys(owned).length > 0) all[`${manager} ${operation}`] = merged(all[`${manager} ${operation}`] ?? {}, owned);
  }
  return Object.keys(all).length > 1 ? 'several' : all;
}

const laterServiceFields = ['ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy', 'allocateLoadBalancerNodePorts'];
const laterJobFields = ['completionMode', 'suspend', 'podReplacementPolicy', 'batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'];

function asOldJobs(whole: Loose): Loose {
  return everyObject(whole, (object) => {
    const { matchLabels, uid, columnDefinitions, cells } = object;
    const rest = without(object, ...laterJobFields, ...laterJobFields.map((field) => `f:${field}`), ...(uid === undefined ? [] : ['generation']));
    // The newer of the labels is taken out already.
    const isDrawn = matchLabels && (matchLabels['controller-uid'] || Object.keys(matchLabels).length === 0);
    if (isDrawn) return { ...rest, matchLabels: '<drawn>' };
    if (columnDefinitions?.[1]?.name === 'Status') return { ...rest, columnDefinitions: columnDefinitions.toSpliced(1, 1) };
    if (!cells) return rest;
    const shown = cells.map((cell: Loose) => (typeof cell === 'string' ? cell.replace('batch.kubernetes.io/controller-uid=', 'controller-uid=') : cell));
    return { ...rest, cells: shown.length === 8 ? shown.toSpliced(1, 1) : shown };
  });
}

export const answerDifferences: readonly AnswerDifference[] = [
  {
    feature: 'sentences',
    reason: 'what is wrong with a request is said in words of our own; clients go by code, reason and causes',
    without: both((body) => {
      if (!isStatus(body) || body.status !== 'Failure') return body;
      const { message, ...rest } = body;
      const causes = body.details?.causes?.map(({ reason, field }: Loose) => `${reason} ${field}`);
      // Each is named once, in any order: an update is validated twice.
      return { ...rest, ...(compared.has(body.reason) && { message }), ...(causes && { details: { ...body.details, causes: [...new Set<string>(causes)].toSorted() } }) };
    }),
  },
  {
    feature: 'warnings',
    reason: 'fields that a kind does not have are told of since 1.25, by a header',
    without: (_, real, ours) => [{ ...real, warnings: 0 }, { ...ours, warnings: 0 }],
  },
  {
    feature: 'bookmarks before the deadline',
    reason: 'whether one comes in so short a watch depends on the second at which it began; their rules (A-50 to A-53) have tests of their own',
    without: both((body) => (Array.isArray(body) ? body.filter((event) => event?.type !== 'BOOKMARK') : body)),
  },
  {
    feature: 'creationTimestamp: null',
    reason: 'not written any more where there is none (1.34)',
    without: (_, real, ours) => [withBody(real, (body) => everyObject(body, (object) => (object.creationTimestamp === null ? without(object, 'creationTimestamp') : object))), ours],
  },
  {
    feature: 'kubernetes.io/metadata.name',
    reason: 'namespaces have had that label since 1.21; and an old release takes a label that is sent with a status for owned, whatever becomes of it',
    without: both((body) =>
      everyObject(body, (object) => {
        const rest = without(object, 'kubernetes.io/metadata.name', 'f:kubernetes.io/metadata.name', 'f:through');
        // Where it was the only one there would be no labels, and nobody would own that there are.
        if (rest['f:labels']) return withoutEmpty({ ...rest, 'f:labels': without(rest['f:labels'], '.') }, 'f:labels');
        if (rest['f:metadata']) return withoutEmpty(rest, 'f:metadata');
        return rest.labels && Object.keys(rest.labels).length === 0 ? without(rest, 'labels') : rest;
      }),
    ),
  },
  {
    feature: 'names of namespaces in a label',
    reason: 'a name that is none is none as the value of that label either',
    without: ({ path }, real, ours) => {
      if (!path.startsWith('/api/v1/namespaces?') && path !== '/api/v1/namespaces') return [real, ours];
      return [real, withBody(ours, (body) => (isStatus(body) && body.details?.causes ? { ...body, details: { ...body.details, causes: body.details.causes.filter((cause: string) => cause !== 'FieldValueInvalid metadata.labels' || (real.body as Loose).details?.causes?.includes(cause)) } } : body))];
    },
  },
  {
    feature: 'structType=atomic',
    reason: 'references, and the selector of a Service, are owned as a whole since 1.21',
    without: both((body) =>
      everyObject(body, (object) => {
        const atomic = Object.entries(object).filter(([path]) => path.startsWith('k:{"uid"') || ['f:fieldRef', 'f:secretKeyRef', 'f:configMapKeyRef', 'f:resourceFieldRef', 'f:involvedObject', 'f:selector'].includes(path));
        // What is empty was owned, or was not, by who applied it.
        return without({ ...object, ...Object.fromEntries(atomic.map(([path]) => [path, {}])), ...(object['f:secrets'] && { 'f:secrets': wholeElements(object['f:secrets']) }) }, 'f:emptyDir');
      }),
    ),
  },
  {
    feature: 'who scales',
    reason: 'owns the count since 1.22; before, nobody was noted',
    without: (_, real, ours) => {
      const scaled = new Set<unknown>();
      everyObject(ours.body, (object) => {
        if (object.managedFields?.some?.(({ subresource }: Loose) => subresource === 'scale')) scaled.add(`${object.uid} ${object.resourceVersion}`);
        return object;
      });
      if (scaled.size === 0) return [real, ours];
      return both((body) => everyObject(body, (object) => (scaled.has(`${object.uid} ${object.resourceVersion}`) ? { ...object, managedFields: 'scaled' } : object)))(_, real, ours);
    },
  },
  {
    feature: 'managedFields by subresource',
    reason: 'who writes the status has an entry of its own since 1.22; before, it was one with that of the object, and ended when the object was replaced. What several own of one object is compared in serverSideApply.test.ts, by kinds of which releases think alike',
    without: both((body) => everyObject(body, (object) => (Array.isArray(object.managedFields) ? { ...object, managedFields: owners(object.managedFields) } : object))),
  },
  {
    feature: 'versions ahead of a watch cache',
    reason: 'are waited for until something of that resource happens, in vain here; since 1.31 the cache asks the storage how far it is',
    without: ({ path }, real, ours) => (/resourceVersion=<version/.test(path) && real.status === 504 && [200, 404].includes(ours.status) ? [ours, ours] : [real, ours]),
  },
  {
    feature: 'ServiceAccount admission',
    reason: 'is switched off in the real server, where nobody makes the accounts that it wants; the playground names the default account',
    without: both((body) =>
      everyObject(body, (object) => (object.containers || object['f:containers'] ? without(object, 'serviceAccountName', 'serviceAccount', 'f:serviceAccountName', 'f:serviceAccount') : object)),
    ),
  },
  {
    feature: 'paths of no group',
    reason: 'a real server answers with a bare text; the playground with a Status, which every client can read',
    without: (_, real, ours) => (real.status === 404 && (typeof real.body === 'string' || (real.body as Loose).paths) ? [real, { ...real, status: ours.status }] : [real, ours]),
  },
  {
    feature: 'which fields are in conflict',
    reason: 'an old release names some twice, or a list in the place of its elements; the fields are compared in serverSideApply.test.ts',
    without: both((body) => (isStatus(body) && body.details?.causes?.[0]?.startsWith?.('FieldManagerConflict') ? { ...body, details: 'conflicts' } : body)),
  },
  {
    feature: 'the order of lists from the cache',
    reason: 'was that of a hash map up to 1.28 (A-24)',
    without: ({ path }, real, ours) => (/resourceVersion=(0|1|<version)/.test(path) ? [withBody(real, sortedItems), ours] : [real, ours]),
  },
  {
    feature: 'restarts of pods',
    reason: 'are told with the time of the last one since 1.22, and are a text since then',
    without: both((whole) => everyObject(whole, (body) => {
      const isOfPods = body?.kind === 'Table' && (body.columnDefinitions?.[3]?.name === 'Restarts' || body.rows?.some((row: Loose) => row.cells.length === 9));
      if (!isOfPods) return body;
      const at = 3;
      const columnDefinitions = body.columnDefinitions?.with(at, { ...body.columnDefinitions[at], type: 'string' });
      return { ...body, columnDefinitions, rows: body.rows?.map((row: Loose) => ({ ...row, cells: row.cells.with(at, String(row.cells[at])) })) };
    })),
  },
  {
    feature: 'empty lists of metadata',
    reason: 'were null instead of empty',
    without: both((body) => (body?.kind === 'PartialObjectMetadataList' && body.items === null ? { ...body, items: [] } : body)),
  },
  {
    feature: 'what is left of lists of metadata',
    reason: 'was not told with a page of metadata, as it was with one of objects',
    without: both((body) => (body?.kind === 'PartialObjectMetadataList' ? { ...body, metadata: without(body.metadata, 'remainingItemCount') } : body)),
  },
  {
    feature: 'mistakes of which an old server thinks that they are its own',
    reason: 'a body that cannot be read as DeleteOptions, and a version that is no number, got a 500 without a reason',
    without: (_, real, ours) => {
      const isUntold = real.status === 500 && (real.body as Loose)?.reason === undefined && [400, 409, 422].includes(ours.status);
      return isUntold ? [ours, ours] : [real, ours];
    },
  },
  {
    feature: 'versions that are no numbers',
    reason: 'are refused by whoever reads the list: with 400 where that is the storage, with 422 where it is the watch cache (A-20)',
    without: ({ path }, real, ours) => (/resourceVersion=(x|-1|9{20})/.test(path) && real.status === 400 && ours.status === 422 ? [ours, ours] : [real, ours]),
  },
  {
    feature: 'names that are drawn and taken',
    reason: 'were a time-out of the server until they became a conflict like others',
    without: (_, real, ours) => ((real.body as Loose)?.reason === 'ServerTimeout' && (ours.body as Loose)?.details?.retryAfterSeconds === 1 ? [ours, ours] : [real, ours]),
  },
  {
    feature: 'deleted Services',
    reason: 'who deletes one is answered with it in later releases, and was answered with a Status',
    without: ({ method, path }, real, ours) => (method === 'DELETE' && path.includes('/services/') && (real.body as Loose)?.status === 'Success' ? [ours, ours] : [real, ours]),
  },
  {
    feature: 'addresses of what is only tried',
    reason: 'a dry run gives a Service addresses and ports since 1.22, and tells whether what it asks for is taken',
    without: ({ path, method }, real, ours) => {
      if (!path.includes('/services') || !path.includes('dryRun=All') || method === 'GET') return [real, ours];
      const causes: readonly string[] = (ours.body as Loose)?.details?.causes ?? [];
      if (causes.length === 1 && causes[0] === 'FieldValueInvalid spec.clusterIPs') return [ours, ours];
      return [withBody(real, withoutAddresses), withBody(ours, withoutAddresses)];
    },
  },
  {
    feature: 'families and traffic of Services',
    reason: 'are fields of a Service since 1.20 (families, for two of them), 1.21 (internal traffic) and 1.22 (ports of load balancers)',
    without: both((body) => everyObject(body, (object) => without(object, ...laterServiceFields, ...laterServiceFields.map((field) => `f:${field}`)))),
  },
  {
    feature: 'completion modes of Jobs',
    reason: 'came in 1.21 to 1.28, with labels by the full name of their group, by one of which its pods are selected since then, with counted generations, and a column that says how far it has come',
    without: ({ path, body }, real, ours) => {
      // Of another uid its pods would be selected by another label; which of the consequences are told, too, depends on what it is called.
      if (path.includes('/jobs/') && String(body).includes('"uid":"other"') && real.status === 422 && ours.status === 422) return [ours, ours];
      return path.includes('/jobs') ? [withBody(real, asOldJobs), withBody(ours, asOldJobs)] : [real, ours];
    },
  },
  {
    feature: 'the uid of a Binding',
    reason: 'is that of the pod in later releases; before, nobody looked at it',
    without: ({ path, body }, real, ours) => (/\/bindings?(\?|$)/.test(path) && (body as Loose)?.metadata?.uid === 'other' && real.status === 201 && ours.status === 409 ? [ours, ours] : [real, ours]),
  },
  {
    feature: 'elements without their key',
    reason: 'could be applied, and were refused by the rules of the kind, or for a conflict; since 1.21 whoever applies has to name them',
    without: ({ contentType }, real, ours) => (contentType === 'application/apply-patch+yaml' && [409, 422].includes(real.status) && ours.status === 500 ? [ours, ours] : [real, ours]),
  },
  {
    feature: 'missing parts of Secrets',
    reason: 'were named with a place-holder that nobody had filled in',
    without: (_, real, ours) => [withBody(real, (body) => (isStatus(body) && body.details?.causes ? { ...body, details: { ...body.details, causes: body.details.causes.map((cause: string) => cause.replace('data[%s]', 'data')) } } : body)), ours],
  },
  {
    feature: 'the order of the finalizers of a namespace',
    reason: 'is that of a hash map, on every release, once somebody deletes it',
    without: both((body) => everyObject(body, (object) => (object.deletionTimestamp && object.finalizers ? { ...object, finalizers: object.finalizers.toSorted() } : object))),
  },
  {
    feature: 'the phase of a new namespace',
    reason: 'was its creator’s; since 1.22 nobody owns a status by creating an object',
    without: both((body) => everyObject(body, (object) => (object['f:status']?.['f:phase'] ? withoutPhase(object) : object))),
  },
];

export function withoutKnownDifferences(step: ApiCall, real: NormalAnswer, ours: NormalAnswer): readonly [NormalAnswer, NormalAnswer] {
  let answers: readonly [NormalAnswer, NormalAnswer] = [real, ours];
  for (const { without: take } of answerDifferences) answers = take(step, ...answers);
  return answers;
}
