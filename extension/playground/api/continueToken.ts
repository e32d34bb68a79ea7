import { Buffer } from 'node:buffer';
import { isRecord } from '../../kube/object.ts';
import { badRequest } from '../statusErrors.ts';

/** Where the next page of a list begins, and at which version the whole list stands. */
export interface ContinueToken {
  readonly revision: number;
  /** The last key of the page before, without the prefix of the resource. */
  readonly after: string;
}

export function encodeContinue({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: after })).toString('base64url');
}

/** @throws ApiError 400 for anything that {@link encodeContinue} does not make */
export function decodeContinue(text: string): ContinueToken {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isRecord(json) || json['v'] !== 'meta.k8s.io/v1' || !Number.isSafeInteger(json['rv']) || typeof json['start'] !== 'string') {
    throw badRequest('continue key is not valid: give the token of the page before as it came');
  }
  return { revision: json['rv'] as number, after: json['start'] };
}
