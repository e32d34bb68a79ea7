import type { DefaultBinding } from './defaults/defaultBindings.ts';
import { user } from './defaults/defaultBindings.ts';
import { adminUser, type UserInfo, userInfo } from './userInfo.ts';

/** Somebody whom the kubeconfig of the playground has a context for. */
export interface PlaygroundUser {
  /** Of the context, and of the user. */
  readonly name: string;
  readonly user: UserInfo;
  /** Of the context. */
  readonly namespace: string;
}

const team = 'playground-team';
const reader = 'playground-reader';
const nobody = 'playground-nobody';
/** The namespace of the team, which every world has. */
const teamNamespace = 'shop';

/** The first is who the extension is. */
export const playgroundUsers: readonly [PlaygroundUser, ...PlaygroundUser[]] = [
  { name: 'playground', user: adminUser('playground'), namespace: 'default' },
  { name: team, user: userInfo(team), namespace: teamNamespace },
  { name: reader, user: userInfo(reader), namespace: 'default' },
  { name: nobody, user: userInfo(nobody), namespace: 'default' },
];

/** What they may besides what everybody may; the first needs none, since it is a master. */
export const playgroundBindings: readonly DefaultBinding[] = [
  { name: team, role: 'admin', subjects: [user(team)], namespace: teamNamespace },
  { name: reader, role: 'view', subjects: [user(reader)] },
];
