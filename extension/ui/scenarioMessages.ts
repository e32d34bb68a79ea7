import type { Session } from '../inspector/session.ts';
import type { PanelMessage } from '../protocol/messages.ts';
import type { ScenarioMessages } from '../protocol/scenario.ts';

/** What the panel asks of the scenario on its session. */
export type ScenarioHandlers = { readonly [Name in keyof ScenarioMessages]: (session: Session) => void | Promise<void> };

export type ScenarioMessage = Extract<PanelMessage, { readonly type: keyof ScenarioMessages }>;

export function isScenarioMessage(message: PanelMessage, handlers: ScenarioHandlers): message is ScenarioMessage {
  return Object.hasOwn(handlers, message.type);
}
