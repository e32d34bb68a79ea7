import { Buffer } from 'node:buffer';
import type { Clock } from '../../base/clock.ts';
import { GrowingRing } from '../../base/growingRing.ts';
import type { AuditEventView, AuditView, AuditVolume } from '../../introspection/audit.ts';
import type { AuditEvent } from './auditEvent.ts';
import type { AuditPolicy } from './auditPolicy.ts';
import { auditRuleView } from './readAuditPolicy.ts';

const shownVolumes = 50;
const shownRules = 500;
const latest = 100;
/** Kinds of volume that are told apart; those that come later are one. */
const mostVolumes = 1_000;
const rateSeconds = 10;
const others = 'others';
/** Characters of a name, and of a path with its query, that are shown. */
const mostName = 1_000;
const mostText = 4_000;

/** Where lines are written. */
export interface AuditSink {
  /** Absolute. */
  readonly file: string;
  write(line: string): void;
}

interface Recent extends Omit<AuditEventView, 'ageMs'> {
  readonly at: number;
}

/** Takes the events, and counts them, whether they are written anywhere or not. */
export class AuditLog {
  /** Undefined: nothing is audited. */
  policy: AuditPolicy | undefined;
  readonly #clock: Clock;
  readonly #sink: AuditSink | undefined;
  readonly #volumes = new Map<string, { -readonly [Name in keyof AuditVolume]: AuditVolume[Name] }>();
  readonly #recent = new GrowingRing<Recent>(128);
  /** Bytes of each of the latest seconds. */
  readonly #seconds = new Map<number, number>();
  #events = 0;
  #bytes = 0;

  constructor(clock: Clock, policy: AuditPolicy | undefined, sink: AuditSink | undefined) {
    this.#clock = clock;
    this.policy = policy;
    this.#sink = sink;
  }

  add(event: AuditEvent): void {
    const line = `${JSON.stringify(event)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#sink?.write(line);
    this.#events++;
    this.#bytes += bytes;
    const now = this.#clock.now();
    const second = Math.floor(now / 1000);
    if (!this.#seconds.has(second)) for (const old of this.#seconds.keys()) if (old <= second - rateSeconds) this.#seconds.delete(old);
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + bytes);
    const volume = this.#volumeOf(event);
    volume.events++;
    volume.bytes += bytes;
    const { auditID: auditId, stage, level, verb, user, requestURI: uri, responseStatus } = event;
    this.#recent.push({ auditId, stage, level, verb, user: shown(user.username ?? '', mostName), uri: shown(uri, mostText), code: responseStatus?.code ?? 0, bytes, at: now });
    if (this.#recent.length > latest) this.#recent.shift();
  }

  view(): AuditView {
    const now = this.#clock.now();
    const recent = Array.from({ length: this.#recent.length }, (_, index) => this.#recent.at(index)!);
    return {
      file: this.#sink?.file ?? '',
      policy: (this.policy?.rules ?? []).slice(0, shownRules).map((rule) => auditRuleView(rule, this.policy!.matched(rule))),
      events: this.#events,
      bytes: this.#bytes,
      bytesPerSecond: this.#bytesSince(Math.floor(now / 1000) - rateSeconds) / rateSeconds,
      volume: [...this.#volumes.values()].toSorted((one, other) => other.bytes - one.bytes).slice(0, shownVolumes),
      recent: recent.map((event) => recentView(event, now)),
    };
  }

  #bytesSince(second: number): number {
    let bytes = 0;
    for (const [each, count] of this.#seconds) if (each > second) bytes += count;
    return bytes;
  }

  #volumeOf({ verb, objectRef, level }: AuditEvent) {
    const resource = shown(resourceText(objectRef), mostName);
    const key = `${verb} ${resource} ${level}`;
    const known = this.#volumes.get(key);
    if (known) return known;
    const full = this.#volumes.size >= mostVolumes;
    const volume = full ? (this.#volumes.get(others) ?? { verb: '', resource: others, level, events: 0, bytes: 0 }) : { verb, resource, level, events: 0, bytes: 0 };
    this.#volumes.set(full ? others : key, volume);
    return volume;
  }
}

function recentView({ at, ...event }: Recent, now: number): AuditEventView {
  return { ...event, ageMs: now - at };
}

/** What is longer is told apart by its beginning. */
function shown(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** `pods`, `deployments.apps/scale`; empty for a path that is no resource. */
function resourceText(objectRef: AuditEvent['objectRef']): string {
  if (!objectRef) return '';
  const { resource = '', apiGroup, subresource } = objectRef;
  return `${resource}${apiGroup ? `.${apiGroup}` : ''}${subresource ? `/${subresource}` : ''}`;
}
