import type { Session } from '../inspector/session.ts';
import type { PanelMessage } from '../protocol/messages.ts';

/** What is done for each message of a kind that is about the session of the panel. A message without a handler does not compile. */
export type PanelHandlers<Messages> = { readonly [Name in keyof Messages]: (session: Session, body: Messages[Name]) => void | Promise<void> };

type MessageOf<Messages> = Extract<PanelMessage, { readonly type: keyof Messages }>;

export function isOf<Messages>(handlers: PanelHandlers<Messages>, message: PanelMessage): message is MessageOf<Messages> {
  return Object.hasOwn(handlers, message.type);
}

export async function handle<Messages>(handlers: PanelHandlers<Messages>, session: Session, { type, body }: MessageOf<Messages>): Promise<void> {
  // The compiler does not see that type and body belong together.
  await (handlers[type as keyof Messages] as (session: Session, body: unknown) => void | Promise<void>)(session, body);
}
