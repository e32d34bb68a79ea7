import { Buffer } from 'node:buffer';
import { isRecord, type KubeObject } from '../../kube/object.ts';
import { unexplained } from '../statusErrors.ts';

/** What etcd takes in one request, in bytes (`--max-request-bytes`), and what its client sends at all. */
const mostRequestBytes = 1.5 * 1024 * 1024;
const mostSentBytes = 2 * 1024 * 1024;

/** Of a request beside its object, in bytes: keys, and what it is compared with. */
const aroundObject = 200;

/** Of a value beside itself: its tag, and how long it is. */
const aroundValue = 2;

/** Whose keys are texts of their own. Those of other objects are fields, which are numbers there. */
const maps: ReadonlySet<string> = new Set(['data', 'binaryData', 'labels', 'annotations', 'matchLabels', 'nodeSelector']);

/**
 * No object is larger than etcd takes.
 * @param isCustom custom resources are stored as JSON, all others as protobuf, of which the size is told to within a thousand bytes
 * @throws ApiError 500, as of a kube-apiserver, which has no other word for it
 */
export function requireStorable(object: KubeObject, isCustom: boolean): void {
  const bytes = aroundObject + (isCustom ? Buffer.byteLength(JSON.stringify(object)) : sizeOf(object, '', base64Field(object)));
  if (bytes > mostSentBytes) throw unexplained(`rpc error: code = ResourceExhausted desc = trying to send message larger than max (${bytes} vs. ${mostSentBytes})`);
  if (bytes > mostRequestBytes) throw unexplained('etcdserver: request is too large');
}

/** Bytes are texts in JSON only. */
function base64Field({ kind }: KubeObject): string | undefined {
  if (kind === 'Secret') return 'data';
  return kind === 'ConfigMap' ? 'binaryData' : undefined;
}

function sizeOf(value: unknown, field: string, base64: string | undefined): number {
  if (typeof value === 'string') return aroundValue + Buffer.byteLength(value);
  // The fields that somebody owns are JSON in there, too.
  if (field === 'fieldsV1') return aroundValue + Buffer.byteLength(JSON.stringify(value));
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + sizeOf(each, '', undefined), 0);
  if (!isRecord(value)) return aroundValue;
  let bytes = aroundValue;
  for (const [key, inner] of Object.entries(value)) {
    if (maps.has(field)) bytes += aroundValue + Buffer.byteLength(key);
    bytes += field === base64 && typeof inner === 'string' ? aroundValue + Buffer.byteLength(inner, 'base64') : sizeOf(inner, key, base64);
  }
  return bytes;
}
