/** One request of a script, the same for every server. */
export interface ApiCall {
  readonly method: string;
  /** With its query. `<run>` stands for the name of the run; see {@link fillIn} for what else may stand in here and in the body. */
  readonly path: string;
  readonly accept?: string;
  /** Default: `application/json` where there is a body. */
  readonly contentType?: string;
  /** A string as it is, everything else as JSON. */
  readonly body?: unknown;
}

/** A request with a number, by which later ones name what it was answered. It keeps that number when others are left out. */
export interface ScriptStep extends ApiCall {
  readonly id: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly allow: string | undefined;
  readonly warnings: readonly string[];
  readonly text: string;
}

/** What a server has answered, by the number of the step. */
export type Answers = ReadonlyMap<number, RawAnswer>;

/** A text with `<run>`, `<version:ID>`, `<uid:ID>` and `<continue:ID>` replaced by what this server has answered to step ID. */
export function fillIn(text: string, run: string, answers: Answers): string {
  return text.replaceAll('<run>', run).replaceAll(/<(version|uid|continue):(\d+)>/g, (_, what: string, id: string) => {
    const metadata = metadataOf(answers.get(Number(id)));
    const value = { version: metadata['resourceVersion'] ?? '1', uid: metadata['uid'] ?? '00000000-0000-4000-8000-000000000000', continue: metadata['continue'] ?? '' }[what];
    return String(value);
  });
}

function metadataOf(answer: RawAnswer | undefined): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(answer?.text ?? '{}') as { metadata?: Readonly<Record<string, unknown>> }).metadata ?? {};
  } catch {
    return {}; // was no object: what stands for it will do
  }
}

/** As it is printed, so that a person can send it again. */
export function callText({ method, path, accept, contentType, body }: ApiCall): string {
  return [
    `${method} ${path}`,
    ...(accept === undefined ? [] : [`Accept: ${accept}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(body === undefined ? [] : [typeof body === 'string' ? JSON.stringify(body.slice(0, 300)) : JSON.stringify(body)]),
  ].join('  ');
}
