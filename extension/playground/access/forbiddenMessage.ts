import type { ApiError } from '../../kube/status.ts';
import { notAuthorized } from '../statusErrors.ts';
import type { AccessAttributes } from './authorizer.ts';
import type { UserInfo } from './userInfo.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** So that no message is taken for HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character]!);
}

/** The refusal of what somebody may not do, as the API server words it (apiserver `responsewriters.Forbidden`). */
export function mayNot(user: UserInfo, attributes: AccessAttributes, reason: string): ApiError {
  const message = escapeMarkup(forbiddenMessage(user, attributes));
  return notAuthorized(attributes, attributes.name, reason ? `${message}: ${reason}` : message);
}

function forbiddenMessage({ name: user }: UserInfo, { isResourceRequest, verb, path, group, resource, subresource, namespace }: AccessAttributes): string {
  const who = `User ${JSON.stringify(user)} cannot ${verb}`;
  if (!isResourceRequest) return `${who} path ${JSON.stringify(path)}`;
  const what = JSON.stringify(subresource ? `${resource}/${subresource}` : resource);
  return `${who} resource ${what} in API group ${JSON.stringify(group)} ${namespace ? `in the namespace ${JSON.stringify(namespace)}` : 'at the cluster scope'}`;
}
