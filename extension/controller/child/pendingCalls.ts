import { maxBody, maxCalls } from '../process/limits.ts';
import type { Call, FromProcess, ToProcess } from '../process/messages.ts';
import { readCall } from '../process/readMessage.ts';
import { receiveError } from '../process/sentError.ts';
import { Turnstile } from '../process/turnstile.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** The error's stack is that of who asked. */
  readonly asked: Error;
  objects?: unknown[];
}

/** Reads and writes that wait for their answers. More than the extension takes at once wait before they are sent. */
export class PendingCalls {
  readonly #send: (message: FromProcess) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #places = new Turnstile(maxCalls);
  #last = 0;

  constructor(send: (message: FromProcess) => void) {
    this.#send = send;
  }

  /** @throws ApiError, TerminalError and others as the extension has them; TypeError for what is no call */
  async ask(run: number, call: Call): Promise<unknown> {
    const asked = new Error();
    const does = plainCall(call);
    await this.#places.enter();
    try {
      return await new Promise((resolve, reject) => {
        const number = ++this.#last;
        this.#pending.set(number, { resolve, reject, asked });
        this.#send({ type: 'call', call: number, run, does });
      });
    } finally {
      this.#places.leave();
    }
  }

  receive(message: Extract<ToProcess, { readonly type: 'part' | 'answer' | 'refuse' }>): void {
    const pending = this.#pending.get(message.call);
    if (!pending) return;
    if (message.type === 'part') return void (pending.objects ??= []).push(...message.objects);
    this.#pending.delete(message.call);
    if (message.type === 'answer') return pending.resolve(pending.objects ?? message.value);
    const error = receiveError(message.error);
    error.stack = `${error.name}: ${error.message}\n${pending.asked.stack?.split('\n').slice(1).join('\n') ?? ''}`;
    pending.reject(error);
  }
}

/** As it is sent: what a body looks like now counts, and not what becomes of it while it waits. */
function plainCall(call: Call): Call {
  const text = jsonOf(call);
  const plain = readCall(JSON.parse(text) as Record<string, unknown>);
  if (!plain) throw new TypeError(`${call.verb} was called with ${text.length > 200 ? `${text.slice(0, 200)}…` : text}: see the types of informer-inspector for what it takes`);
  if (text.length > maxBody) throw new TypeError(`${call.verb} ${call.resource} has ${text.length} characters of JSON, and the API server takes ${maxBody} at most`);
  return plain;
}

function jsonOf(call: Call): string {
  try {
    return JSON.stringify(call);
  } catch (error) {
    throw new TypeError(`${call.verb} ${call.resource} was given what is no JSON`, { cause: error });
  }
}
