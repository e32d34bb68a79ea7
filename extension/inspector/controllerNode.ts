import type { Seq } from '../trace/entry.ts';
import type { Session } from './session.ts';
import type { SessionController } from './sessionController.ts';

/**
 * The elements of the tree of controllers: controller → key → its held write and its last ones, with ranges of keys in between where there
 * are too many to show at once. A node stays the same object for as long as it is shown.
 */
export type ControllerTreeNode = ControllerNode | KeyRangeNode | KeyNode | WriteNode | HeldWriteNode;

interface Node {
  /** The same for the same thing, whatever it is called. */
  readonly id: string;
}

export interface ControllerNode extends Node {
  readonly type: 'controller';
  readonly session: Session;
  readonly controller: SessionController;
}

/** Keys that lie next to each other. */
export interface KeyRangeNode extends Node {
  readonly type: 'keyRange';
  readonly parent: ControllerNode | KeyRangeNode;
  /** 0: it holds them themselves; a higher one holds ranges of the level below. */
  readonly level: number;
  /** The range holds the keys from this one on, up to the next range. */
  readonly from: string;
}

export interface KeyNode extends Node {
  readonly type: 'key';
  readonly parent: ControllerNode | KeyRangeNode;
  readonly key: string;
}

/** A write that is over. */
export interface WriteNode extends Node {
  readonly type: 'write';
  readonly parent: KeyNode;
  readonly seq: Seq;
}

/** A write that stands before its gate. */
export interface HeldWriteNode extends Node {
  readonly type: 'heldWrite';
  readonly parent: KeyNode;
  /** Id of the held step. */
  readonly hold: number;
}

export function controllerNodeOf(node: ControllerTreeNode): ControllerNode {
  let current = node;
  while (current.type !== 'controller') current = current.parent;
  return current;
}
