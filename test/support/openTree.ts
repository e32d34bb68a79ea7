import { Sessions } from '../../extension/inspector/sessions.ts';
import { type TreeChange, TreeModel } from '../../extension/inspector/treeModel.ts';
import { type OpenSession, openSession, type SessionOverrides } from './openSession.ts';

export interface OpenTree extends OpenSession {
  readonly sessions: Sessions;
  readonly tree: TreeModel;
  /** What it has told of, from the beginning. */
  readonly changes: TreeChange[];
}

/** A tree, and one session in it, which is connected to a fake cluster. */
export async function openTree(overrides: SessionOverrides = {}): Promise<OpenTree> {
  const opened = openSession(overrides);
  const { session, clock } = opened;
  const sessions = new Sessions(() => Promise.resolve(session));
  const tree = new TreeModel(sessions, clock);
  const changes: TreeChange[] = [];
  tree.onChange((change) => changes.push(change));
  await sessions.open(session.source);
  await session.connect();
  return { ...opened, sessions, tree, changes };
}
