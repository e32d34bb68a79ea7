import type { Clock } from '../../base/clock.ts';
import type { AuditLevel } from '../../introspection/audit.ts';
import type { KeyedHash } from '../../kube/mask.ts';
import { maskStatus } from '../../kube/maskStatus.ts';
import { isRecord } from '../../kube/object.ts';
import { answerEnd } from '../api/answerEnd.ts';
import type { ApiResponse } from '../api/apiRequest.ts';
import type { Answer, Filter, FilteredRequest, Next } from '../api/filters/filter.ts';
import { type AuditedForm, auditedObject } from './auditedObject.ts';
import { auditEvent, type StageOf } from './auditEvent.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditRule } from './auditPolicy.ts';

/** Tells the audit log of each request what the policy wants told of it, stage by stage. Without a policy it costs a look. */
export class AuditFilter implements Filter {
  readonly #log: AuditLog;
  readonly #clock: Clock;
  readonly #hash: KeyedHash;

  constructor(log: AuditLog, clock: Clock, hash: KeyedHash) {
    this.#log = log;
    this.#clock = clock;
    this.#hash = hash;
  }

  filter(filtered: FilteredRequest, next: Next): Answer {
    const rule = this.#log.policy?.ruleFor(filtered.request.user, filtered.attributes);
    return rule ? this.#audited(filtered, rule, next) : next(filtered);
  }

  async #audited(filtered: FilteredRequest, rule: AuditRule, next: Next): Promise<ApiResponse> {
    const { level } = rule;
    const receivedAt = this.#clock.wallTime();
    const form: AuditedForm = { secret: isSecret(filtered), omitManagedFields: rule.omitManagedFields, hash: this.#hash };
    const tell = (of: StageOf): void => {
      if (!rule.omitStages.includes(of.stage)) this.#log.add(auditEvent(filtered, of, receivedAt, this.#clock.wallTime()));
    };
    tell({ level, stage: 'RequestReceived' });
    const response = await next(filtered);
    const said = { ...bodies(filtered, response, level, form), responseStatus: statusOf(response, form) };
    if (filtered.attributes.isLongRunning && response.status < 300) tell({ level, stage: 'ResponseStarted', ...said });
    let ended = false;
    return answerEnd(filtered, response, () => {
      if (ended) return;
      ended = true;
      tell({ level, stage: 'ResponseComplete', ...said });
    });
  }
}

function isSecret({ attributes: { group, resource } }: FilteredRequest): boolean {
  return group === '' && resource === 'secrets';
}

/** What goes beyond the bounds takes both with it, as it does with an API server. */
function bodies({ notes, attributes }: FilteredRequest, { body, status }: ApiResponse, level: AuditLevel, form: AuditedForm): Partial<StageOf> {
  const requestObject = level === 'Request' || level === 'RequestResponse' ? auditedObject(notes.body, form) : undefined;
  const responseObject = level === 'RequestResponse' && !attributes.isLongRunning ? responseOf(body, status, form) : undefined;
  if (requestObject === 'too large' || responseObject === 'too large') return { truncated: true };
  return { ...(requestObject !== undefined && { requestObject }), ...(responseObject !== undefined && { responseObject }) };
}

/** A body that is made while it is sent is longer than anything that is audited whole. */
function responseOf(body: ApiResponse['body'], status: number, form: AuditedForm): unknown {
  if (typeof body !== 'string') return 'too large';
  const object = auditedObject(body, { ...form, isAnswer: true, secret: form.secret && status < 300 });
  return form.secret && isRecord(object) && object['kind'] === 'Status' ? maskStatus(object, form.hash) : object;
}

function statusOf({ status: code, body }: ApiResponse, { secret, hash }: AuditedForm): NonNullable<StageOf['responseStatus']> {
  if (code < 400 || typeof body !== 'string') return { metadata: {}, code };
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return { metadata: {}, code };
  }
  if (!isRecord(said) || said['kind'] !== 'Status') return { metadata: {}, code };
  const { status, message, reason } = secret ? maskStatus(said, hash) : said;
  return {
    metadata: {},
    ...(typeof status === 'string' && { status }),
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    code,
  };
}
