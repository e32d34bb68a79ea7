import { invalidField, notSupported } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';

/** Ports of containers, Services and endpoints. */

const protocols = ['SCTP', 'TCP', 'UDP'];

export function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

export function validatePort(port: number, field: string): FieldError[] {
  return isPort(port) ? [] : [notPort(field, port)];
}

/** @param port its number, or a name of it that is not looked into */
export function notPort(field: string, port: number | string): FieldError {
  return invalidField(field, port, 'must be between 1 and 65535, inclusive');
}

export function validateProtocol(protocol: string, field: string): FieldError[] {
  return protocols.includes(protocol) ? [] : [notSupported(field, protocol, protocols)];
}
