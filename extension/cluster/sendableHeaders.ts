import { type OutgoingHttpHeaders, validateHeaderValue } from 'node:http';
import { CredentialError } from './credentialError.ts';

/**
 * Headers that say who asks, with their values as UTF-8 on the wire, as Go sends them. (Node writes a character as one byte, and refuses what has none.)
 * @throws CredentialError `invalid` for what cannot be sent, a line break in a token, say; its value is not repeated
 */
export function sendableHeaders(headers: OutgoingHttpHeaders, user: string): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => sendable(name, one, user)) : sendable(name, String(value), user)]));
}

function sendable(name: string, value: string, user: string): string {
  const bytes = Buffer.from(value, 'utf8').toString('latin1');
  try {
    validateHeaderValue(name, bytes);
    return bytes;
  } catch (error) {
    const what = name === 'authorization' ? 'token or password' : `"${name}"`;
    throw new CredentialError('invalid', `The ${what} of the user "${user}" has characters that cannot be sent. Correct it in the kubeconfig.`, { user }, { cause: error });
  }
}
