import type { InsideMessages } from '../protocol/inside.ts';
import type { PanelMessage } from '../protocol/messages.ts';

/** What the panel asks to have changed in the playground. */
export type InsideHandlers = { readonly [Name in keyof InsideMessages]: (body: InsideMessages[Name]) => Promise<void> };

export type InsideMessage = Extract<PanelMessage, { readonly type: keyof InsideMessages }>;

export function isInsideMessage(message: PanelMessage, handlers: InsideHandlers): message is InsideMessage {
  return Object.hasOwn(handlers, message.type);
}

/** A message without a handler does not compile. */
export async function handleInside(handlers: InsideHandlers, { type, body }: InsideMessage): Promise<void> {
  await (handlers[type] as (body: unknown) => Promise<void>)(body);
}
