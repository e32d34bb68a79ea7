import type { ApiError } from '../../kube/status.ts';
import { notAuthorized } from '../statusErrors.ts';
import { type AccessAttributes, resourceName } from './authorizer.ts';
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

function forbiddenMessage({ name: user }: UserInfo, attributes: AccessAttributes): string {
  const { isResourceRequest, verb, path, group, namespace } = attributes;
  const who = `User ${JSON.stringify(user)} cannot ${verb}`;
  if (!isResourceRequest) return `${who} path ${JSON.stringify(path)}`;
  return `${who} resource ${JSON.stringify(resourceName(attributes))} in API group ${JSON.stringify(group)} ${namespace ? `in the namespace ${JSON.stringify(namespace)}` : 'at the cluster scope'}`;
}
