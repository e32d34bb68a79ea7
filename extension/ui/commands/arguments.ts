import { isRecord } from '../../kube/object.ts';
import { controllerNodeOf, type ControllerTreeNode } from '../../inspector/controllerNode.ts';
import { isSession } from '../../inspector/isSession.ts';
import type { Session } from '../../inspector/session.ts';
import { sessionOf, type TreeNode } from '../../inspector/treeNode.ts';

type AnyNode = TreeNode | ControllerTreeNode;

/**
 * The nodes that a command is meant for. VS Code hands over the one that was clicked and, where several are selected, all of them; anybody else may call a
 * command with anything, which is then none.
 */
export function nodesOf<Type extends AnyNode['type']>(type: Type, args: readonly unknown[]): readonly Extract<AnyNode, { readonly type: Type }>[] {
  const [clicked, selected] = args;
  const candidates: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  return candidates.filter((candidate): candidate is Extract<AnyNode, { readonly type: Type }> => isNode(candidate) && candidate.type === type);
}

/** The names of the contexts that were clicked and are not open; of anything else none. */
export function closedContextsOf(args: readonly unknown[]): readonly string[] {
  const [clicked, selected] = args;
  const candidates: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  return candidates.flatMap((candidate) => (isRecord(candidate) && candidate['type'] === 'closedContext' && typeof candidate['name'] === 'string' ? [candidate['name']] : []));
}

/** The session of whatever was clicked. */
export function sessionIn(args: readonly unknown[]): Session | undefined {
  const [clicked] = args;
  if (!isNode(clicked)) return undefined;
  return isOfController(clicked) ? controllerNodeOf(clicked).session : sessionOf(clicked);
}

function isNode(value: unknown): value is AnyNode {
  if (!isRecord(value) || typeof value['id'] !== 'string') return false;
  if (value['type'] === 'source' || value['type'] === 'controller') return isSession(value['session']);
  return typeof value['type'] === 'string' && isNode(value['parent']);
}

const ofControllers: readonly string[] = ['controller', 'keyRange', 'key', 'write', 'heldWrite'] satisfies readonly ControllerTreeNode['type'][];

function isOfController(node: AnyNode): node is ControllerTreeNode {
  return ofControllers.includes(node.type);
}
