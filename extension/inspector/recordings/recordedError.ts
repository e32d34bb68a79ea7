import { CodedError } from '../../base/codedError.ts';
import { isRecord } from '../../kube/object.ts';
import { ApiError, ConnectionError, type ConnectionErrorCode, readStatus } from '../../kube/status.ts';
import type { InputError } from '../../trace/recording.ts';

const connectionCodes: readonly ConnectionErrorCode[] = ['refused', 'unresolved', 'certificate', 'certificateExpired', 'certificateName', 'timeout', 'reset', 'silent', 'decode', 'other'];

/** The error that was recorded, as one that a Reflector tells from others. */
export function recordedError({ name, code, message, data, retryAfterSeconds, credentials }: InputError, server: string): Error {
  if (name === 'ApiError') return new ApiError(isRecord(data) ? readStatus({ message, ...data }) : { message }, retryAfterSeconds, {}, credentials);
  if (name === 'ConnectionError') return new ConnectionError(connectionCodes.find((each) => each === code) ?? 'other', message, { server });
  return new CodedError(code, message, undefined);
}
