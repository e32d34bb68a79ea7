import { Buffer } from 'node:buffer';
import type { KubeObject } from '../../kube/object.ts';
import type { FieldOwner } from '../registry/managedFields.ts';
import { namespaces } from '../registry/resources/namespaces.ts';
import { ownedBy } from './ownedBy.ts';
import type { WorldContext } from './worldContext.ts';

const day = 86_400_000;

/** A namespace, with the ConfigMap that every namespace is given. */
export function namespaceObjects(context: WorldContext, name: string): KubeObject[] {
  const created = context.ago(35 * day);
  const namespace = namespaces.prepareForCreate(
    namespaces.applyDefaults({ kind: 'Namespace', apiVersion: 'v1', metadata: { name, uid: context.uid(), creationTimestamp: created } }),
  );
  const root = configMap(context, name, 'kube-root-ca.crt', { 'ca.crt': certificateText(context) }, { manager: 'kube-controller-manager', time: created });
  return [ownedBy(namespace, { manager: 'kube-apiserver', time: created }), root];
}

export function configMap(
  context: WorldContext,
  namespace: string,
  name: string,
  data: Readonly<Record<string, string>>,
  writer: FieldOwner = { manager: 'kubectl-create', time: context.ago(context.between(2, 20) * day) },
): KubeObject {
  const metadata = { name, namespace, uid: context.uid(), creationTimestamp: writer.time };
  return ownedBy({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data }, writer);
}

/** @param data as plain text */
export function secret(context: WorldContext, namespace: string, name: string, type: string, data: Readonly<Record<string, string>>): KubeObject {
  const created = context.ago(context.between(2, 20) * day);
  const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
  const metadata = { name, namespace, uid: context.uid(), creationTimestamp: created };
  return ownedBy({ kind: 'Secret', apiVersion: 'v1', metadata, data: encoded, type }, { manager: 'kubectl-create', time: created });
}

/** Looks like a certificate and is none. */
function certificateText(context: WorldContext): string {
  const lines = Array.from({ length: 12 }, () => Buffer.from(context.hex(96), 'hex').toString('base64'));
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
