import { type OutgoingHttpHeaders, validateHeaderValue } from 'node:http';
import { say } from '../base/saying.ts';
import { type CredentialOrigin, unusable } from './credentialOrigin.ts';

/**
 * Headers that say who asks, with their values as UTF-8 on the wire, as Go sends them. (Node writes a character as one byte, and refuses what has none.)
 * @throws CredentialError for what cannot be sent, a line break in a token, say; its value is not repeated
 */
export function sendableHeaders(headers: OutgoingHttpHeaders, origin: CredentialOrigin): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => sendable(name, one, origin)) : sendable(name, String(value), origin)]));
}

/** @throws as {@link sendableHeaders} */
export function bearer(token: string, origin: CredentialOrigin): OutgoingHttpHeaders {
  return sendableHeaders({ authorization: `Bearer ${token}` }, origin);
}

function sendable(name: string, value: string, origin: CredentialOrigin): string {
  const bytes = Buffer.from(value, 'utf8').toString('latin1');
  try {
    validateHeaderValue(name, bytes);
    return bytes;
  } catch (error) {
    const what = name === 'authorization' ? say`token or password` : `"${name}"`;
    throw unusable(say`The ${what} of the user "${origin.user}" has characters that cannot be sent`, origin, error);
  }
}
