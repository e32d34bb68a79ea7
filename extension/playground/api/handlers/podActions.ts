import { isRecord, type KubeObject } from '../../../kube/object.ts';
import { notSupported, requiredField } from '../../fieldErrors.ts';
import { conditionStatus } from '../../registry/conditionStatus.ts';
import { formatTime } from '../../registry/formatTime.ts';
import type { Condition, Pod } from '../../registry/shapes.ts';
import { badRequest, conflict, methodNotAllowed, pathNotFound, unexplained } from '../../statusErrors.ts';
import { type ApiResponse, jsonResponse } from '../apiRequest.ts';
import { type DecodedObject, decodeObject, fieldValidation, parseObjectBody } from '../requestBody.ts';
import { requireNamespace, type ResourceRequest, writeOptions } from '../resourceRequest.ts';
import type { ResourcePath } from '../requestPath.ts';
import { bindings, expectedKind, podActionKinds } from '../reviews/reviewKinds.ts';
import { readDeleteOptions } from './deleteObject.ts';

export type PodAction = keyof typeof podActionKinds;

export function isPodAction({ definition }: ResourceRequest, name: string): name is PodAction {
  return definition.group === '' && definition.resource === 'pods' && Object.hasOwn(podActionKinds, name);
}

export function actOnPod(of: ResourceRequest, action: PodAction): ApiResponse {
  requireNamespace(of);
  if (of.request.method !== 'POST') throw methodNotAllowed();
  return action === 'binding' ? bindPod(of) : evictPod(of);
}

export function isBindings({ group, version, resource, subresource }: ResourcePath): boolean {
  return group === bindings.group && version === bindings.version && resource === bindings.resource && subresource === '';
}

/** Puts a pod on a node by the collection of bindings. @param of the pods of a namespace */
export function createBinding(of: ResourceRequest): ApiResponse {
  if (of.namespace === '' || of.name !== '') throw pathNotFound();
  if (of.request.method !== 'POST') throw methodNotAllowed();
  return bindPod(of);
}

const binding = expectedKind(podActionKinds.binding);
const eviction = expectedKind(podActionKinds.eviction);

/** A pod is put on a node once (kubernetes `BindingREST.Create`). @throws ApiError 400, 404, 409, 500 for a target that is none, as a kube-apiserver has it */
function bindPod(of: ResourceRequest): ApiResponse {
  const { request, definition, store, namespace } = of;
  const now = store.clock.wallTime();
  const { object, warnings } = decodeObject(parseObjectBody(request, binding.schema), binding, fieldValidation(request.query));
  const { metadata } = object;
  const name = of.name || metadata.name;
  if (!name) throw badRequest('Name parameter required.');
  if (object.metadata.namespace && object.metadata.namespace !== namespace) throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  requireName(name, object, binding.kind);
  const { kind = '', name: node = '' } = (object['target'] ?? {}) as { readonly kind?: string; readonly name?: string };
  const errors = [...(kind === '' || kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]), ...(node === '' ? [requiredField('target.name')] : [])];
  if (errors.length > 0) throw unexplained(errors.map(({ field, message }) => `${field}: ${message}`).join(', '));
  const bind = (old: KubeObject): KubeObject => {
    const pod = old as Pod;
    const refuse = (why: string): never => {
      throw conflict({ group: definition.group, resource: `${definition.resource}/binding` }, name, why);
    };
    if (pod.metadata.deletionTimestamp) refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
    if (pod.spec.nodeName) refuse(`pod ${name} is already assigned to node ${JSON.stringify(pod.spec.nodeName)}`);
    const { uid = pod.metadata.uid, resourceVersion = pod.metadata.resourceVersion } = metadata;
    const annotations = { ...pod.metadata.annotations, ...metadata.annotations };
    return {
      ...pod,
      metadata: { ...pod.metadata, ...(Object.keys(annotations).length > 0 && { annotations }), uid: uid!, resourceVersion: resourceVersion! },
      spec: { ...pod.spec, nodeName: node },
      status: { ...pod.status, conditions: withCondition(pod.status?.conditions, { type: 'PodScheduled', status: 'True' }, now) },
    };
  };
  store.update(namespace, name, bind, { ...writeOptions(request), subresource: 'binding' });
  return done(warnings);
}

/**
 * A pod is deleted, and told why. Nothing keeps it here, since there are no PodDisruptionBudgets (kubernetes `EvictionREST.Create`).
 * @throws ApiError 400, 404, 409
 */
function evictPod(of: ResourceRequest): ApiResponse {
  const { request, store, namespace, name } = of;
  const now = store.clock.wallTime();
  const { object, warnings } = decodeEviction(of);
  requireName(name, object, eviction.kind);
  const options = writeOptions(request);
  const { dryRun, ...deletion } = readDeleteOptions(request, object['deleteOptions'] ?? {});
  const isTried = options.dryRun || dryRun === true;
  // What is expected of the pod is looked at before anything is written.
  store.delete(namespace, name, { ...deletion, dryRun: true });
  if (isTried) return done(warnings);
  const why = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' };
  const mark = (old: KubeObject): KubeObject => {
    const { status } = old as Pod;
    return { ...old, status: { ...status, conditions: withCondition(status?.conditions, why, now) } };
  };
  const marked = store.update(namespace, name, mark, { ...options, subresource: 'status' });
  store.delete(namespace, name, { ...deletion, ...(deletion.resourceVersion !== undefined && { resourceVersion: marked.object.metadata.resourceVersion! }) });
  return done(warnings);
}

/** Clients of before 1.22 name the version of that time. */
function decodeEviction({ request }: ResourceRequest): DecodedObject {
  const body = parseObjectBody(request, eviction.schema);
  const { json } = body;
  const version = isRecord(json) && json['apiVersion'] === 'policy/v1beta1' ? 'v1beta1' : eviction.version;
  return decodeObject(body, { ...eviction, version }, fieldValidation(request.query));
}

function requireName(name: string, { metadata }: KubeObject, kind: string): void {
  if (metadata.name !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
}

/** @param now wall time; when a condition became what it is stays as it was, if it was the same */
function withCondition(conditions: readonly Condition[] = [], condition: Condition, now: number): readonly Condition[] {
  if (conditionStatus(conditions, condition.type) === condition.status) return conditions;
  const others = conditions.filter(({ type }) => type !== condition.type);
  return [...others, { ...condition, lastProbeTime: null, lastTransitionTime: formatTime(now) }];
}

function done(warnings: readonly string[]): ApiResponse {
  return jsonResponse({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }, 201, warnings);
}
