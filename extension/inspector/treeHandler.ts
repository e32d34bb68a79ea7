import type { EntryOf } from '../trace/entry.ts';

/** The handler by which the tree follows an informer, as the trace names it. */
export const treeHandler = 'tree';

type HandlerEntry = EntryOf<'handler.add'> | EntryOf<'handler.update'> | EntryOf<'handler.delete'>;

/** What the tree itself is told. Whoever goes by it keeps step with the tree, and stands still where its handler is held. */
export function isOfTree({ handler }: HandlerEntry): boolean {
  return handler === treeHandler;
}
