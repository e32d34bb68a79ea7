import { isDeepStrictEqual } from 'node:util';
import { type Answers, type ApiCall, callText, fillIn, type RawAnswer, type ScriptStep } from './apiCall.ts';
import { preparation } from './drawScript.ts';
import { type NormalAnswer, Normaliser } from './normalAnswer.ts';
import type { OpenWatch, RawClient } from './rawClient.ts';
import { watchCalls } from './watchCalls.ts';

/** What both have answered to a step, or sent to a watch, where that is not the same. */
export interface Disagreement {
  readonly step: ApiCall;
  readonly real: unknown;
  readonly ours: unknown;
}

/** One server in the course of one run. */
class Side {
  readonly #client: RawClient;
  readonly #run: string;
  readonly #answers = new Map<number, RawAnswer>();
  readonly #normaliser: Normaliser;

  constructor(client: RawClient, run: string) {
    this.#client = client;
    this.#run = run;
    this.#normaliser = new Normaliser(run);
  }

  async take(step: ScriptStep): Promise<NormalAnswer> {
    const answer = await this.#client.send(filled(step, this.#run, this.#answers));
    this.#answers.set(step.id, answer);
    return this.#normaliser.answer(step.id, answer, step);
  }

  /** Gives the version from which on the run can be watched. */
  async prepare(): Promise<string> {
    let version = '';
    for (const call of preparation) {
      const { status, text } = await this.#client.send(filled(call, this.#run, this.#answers));
      if (status !== 201) throw new Error(`${callText(call)} was answered with ${status}: ${text}`);
      version = (JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
    }
    return version;
  }

  /** All that watches are sent until the server ends them. */
  async watch(calls: readonly ApiCall[]): Promise<readonly (readonly unknown[])[]> {
    const streams = await Promise.all(calls.map((call) => this.#streamOf(call)));
    // One after the other: versions are named by where they come up first.
    return streams.map(({ status, lines }, index) => [status as unknown].concat(lines.map((line) => this.#normaliser.line(`watch ${index}`, line))));
  }

  async #streamOf(call: ApiCall): Promise<OpenWatch> {
    const watch = await this.#client.watch(filled(call, this.#run, this.#answers));
    await watch.ended;
    return watch;
  }
}

function filled(call: ApiCall, run: string, answers: Answers): ApiCall {
  const { path, body } = call;
  if (body === undefined) return { ...call, path: fillIn(path, run, answers) };
  return { ...call, path: fillIn(path, run, answers), body: fillIn(typeof body === 'string' ? body : JSON.stringify(body), run, answers) };
}

export interface Players {
  readonly real: RawClient;
  readonly ours: RawClient;
  /** What the answer of the playground would be on the older release. */
  readonly excuse: (step: ApiCall, real: NormalAnswer, ours: NormalAnswer) => readonly [NormalAnswer, NormalAnswer];
}

let runs = 0;

/**
 * Sends every step to both servers, each in namespaces of its own that no other run knows.
 * @param most how many disagreements are enough
 */
export async function playScript(script: readonly ScriptStep[], { real, ours, excuse }: Players, most = 1): Promise<readonly Disagreement[]> {
  // Behind all that a server has of its own, so that nothing comes after the last of a list.
  const run = `zz${process.pid}q${++runs}`;
  /** A stream is excused as an answer is that has its events in a list. */
  const excuseStream = ({ path }: ApiCall, [theirs, mine]: readonly (readonly unknown[])[]): readonly [unknown, unknown] => {
    const answer = (body: unknown): NormalAnswer => ({ status: 200, contentType: '', retryAfter: false, warnings: 0, body });
    const [one, other] = excuse({ method: 'GET', path: path.split('?')[0]! }, answer(theirs), answer(mine));
    return [one.body, other.body];
  };
  const sides = [new Side(real, run), new Side(ours, run)] as const;
  const [realFrom, oursFrom] = await Promise.all(sides.map((side) => side.prepare()));
  const found: Disagreement[] = [];
  for (const step of script) {
    const [theirs, mine] = await Promise.all([sides[0].take(step), sides[1].take(step)]);
    const [one, other] = excuse(step, theirs, mine);
    if (!isDeepStrictEqual(one, other)) found.push({ step, real: one, ours: other });
    if (found.length >= most) return found;
  }
  const [theirs, mine] = [watchCalls(realFrom!), watchCalls(oursFrom!)];
  const [theirStreams, myStreams] = await Promise.all([sides[0].watch(theirs), sides[1].watch(mine)]);
  for (const [index, step] of mine.entries()) {
    const [one, other] = excuseStream(step, [theirStreams[index]!, myStreams[index]!]);
    if (!isDeepStrictEqual(one, other)) found.push({ step, real: one, ours: other });
  }
  return found;
}
