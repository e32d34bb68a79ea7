import type { Session } from '../inspector/session.ts';
import type { PanelMessage } from '../protocol/messages.ts';
import type { RecordingMessages } from '../protocol/recording.ts';

/** What the panel asks of the recording of its session. */
export type RecordingHandlers = { readonly [Name in keyof RecordingMessages]: (session: Session, body: RecordingMessages[Name]) => void | Promise<void> };

export type RecordingMessage = Extract<PanelMessage, { readonly type: keyof RecordingMessages }>;

export function isRecordingMessage(message: PanelMessage, handlers: RecordingHandlers): message is RecordingMessage {
  return Object.hasOwn(handlers, message.type);
}

/** A message without a handler does not compile. */
export async function handleRecording(handlers: RecordingHandlers, session: Session, { type, body }: RecordingMessage): Promise<void> {
  await (handlers[type] as (session: Session, body: unknown) => void | Promise<void>)(session, body);
}
