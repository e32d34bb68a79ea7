import type { Session } from '../inspector/session.ts';
import type { PanelMessage } from '../protocol/messages.ts';
import type { SteppingMessages } from '../protocol/stepping.ts';

/** What the panel asks of the stepper of its session. */
export type SteppingHandlers = { readonly [Name in keyof SteppingMessages]: (session: Session, body: SteppingMessages[Name]) => void | Promise<void> };

export type SteppingMessage = Extract<PanelMessage, { readonly type: keyof SteppingMessages }>;

export function isSteppingMessage(message: PanelMessage, handlers: SteppingHandlers): message is SteppingMessage {
  return Object.hasOwn(handlers, message.type);
}

/** A message without a handler does not compile. */
export async function handleStepping(handlers: SteppingHandlers, session: Session, { type, body }: SteppingMessage): Promise<void> {
  await (handlers[type] as (session: Session, body: unknown) => void | Promise<void>)(session, body);
}
