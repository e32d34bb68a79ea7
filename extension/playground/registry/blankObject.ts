import { isRecord, type KubeObject } from '../../kube/object.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The object with what every object of its kind has, whoever says so: a server of Kubernetes holds objects as structs, and writes those
 * of their parts that are no pointers even where nothing is in them.
 */
export function withBlank(object: KubeObject, blank: Json): KubeObject {
  return { ...laidUnder(object, blank), metadata: object.metadata } as KubeObject;
}

function laidUnder(value: Json, blank: Json): Json {
  const laid: Record<string, unknown> = { ...value };
  for (const [field, under] of Object.entries(blank)) {
    const over = value[field];
    if (over === undefined) laid[field] = under;
    else if (isRecord(over) && isRecord(under)) laid[field] = laidUnder(over, under);
  }
  return laid;
}
