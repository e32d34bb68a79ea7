import { isRecord } from '../../kube/object.ts';
import { badRequest } from '../statusErrors.ts';

type Json = Readonly<Record<string, unknown>>;

/** Two lists of plain values as sets: what is removed goes, and what the patch names is in its order, unless another one is given. */
export function mergeValueList(
  target: readonly unknown[],
  patch: readonly unknown[],
  order: readonly unknown[] = patch,
  removed: readonly unknown[],
): readonly unknown[] {
  const merged = [...new Set([...target, ...patch])].filter((value) => !removed.includes(value));
  return arrange(merged, target, order);
}

/**
 * Two lists of objects, told apart by the field `key`; those that the patch names are in its order, unless another one is given. Elements of the patch may say `$patch: delete`, or,
 * in an element of its own, `$patch: replace`, by which the rest of the patch becomes the list.
 * @throws ApiError 400 for an element of either that lacks the key
 */
export function mergeObjectList(
  key: string,
  target: readonly unknown[],
  patch: readonly unknown[],
  order: readonly unknown[] | undefined,
  mergeElement: (target: Json, patch: Json) => Json,
): readonly unknown[] {
  if (patch.some((element) => isRecord(element) && element['$patch'] === 'replace')) {
    const rest = patch.filter((element) => !(isRecord(element) && element['$patch'] === 'replace'));
    return rest.map((element) => mergeElement({}, asElement(element, key)));
  }
  const merged = new Map(target.map((item) => asElement(item, key)).map((element) => [element[key], element]));
  const targetOrder = [...merged.keys()];
  for (const item of patch) {
    const element = asElement(item, key);
    const name = element[key];
    if (element['$patch'] === 'delete') merged.delete(name);
    else merged.set(name, mergeElement(merged.get(name) ?? {}, element));
  }
  const names = (order ?? patch).map((entry) => (isRecord(entry) ? entry[key] : entry));
  return arrange([...merged.keys()], targetOrder, names).map((name) => merged.get(name)!);
}

/**
 * What `order` names comes in that order; the others keep their place relative to it as far as the target's
 * own order tells it.
 */
function arrange(names: readonly unknown[], targetOrder: readonly unknown[], order: readonly unknown[]): unknown[] {
  const ordered = names.filter((name) => order.includes(name)).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const others = names.filter((name) => !order.includes(name));
  const arranged: unknown[] = [];
  for (const name of ordered) {
    const place = targetOrder.indexOf(name);
    const earlier = others.findIndex((other) => !isBefore(targetOrder.indexOf(other), place));
    arranged.push(...others.splice(0, earlier < 0 ? others.length : earlier), name);
  }
  return [...arranged, ...others];
}

/** An element that the target did not have (−1) stands before nothing, and nothing stands before it. */
function isBefore(position: number, place: number): boolean {
  return position >= 0 && position < place;
}

function asElement(element: unknown, key: string): Json {
  if (!isRecord(element) || element[key] === undefined) {
    throw badRequest(`an element of a list that is merged by ${key} lacks it: ${JSON.stringify(element).slice(0, 200)}`);
  }
  return element;
}
