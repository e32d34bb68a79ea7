import { messageOf } from '../base/codedError.ts';
import { type Saying, say } from '../base/saying.ts';

/** Why a file cannot be read, as part of a sentence, and what to do about one that a kubeconfig names; of a path of another system it says so (K11). */
export function whyUnreadable(path: string, error: unknown, platform: NodeJS.Platform = process.platform): { readonly why: Saying; readonly whatToDo: Saying } {
  return { why: whyNot(error), whatToDo: isForeignPath(path, platform) ? say`It looks like a path inside WSL.` : say`Correct the path in the kubeconfig.` };
}

/** Windows takes a path that begins with a slash for one of its own, on the drive that is current. */
export function isForeignPath(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /^(?:[a-z]:)?[\\/](home|root|mnt|usr|etc|opt|bin|snap|var)[\\/]/i.test(path);
}

function whyNot(error: unknown): Saying {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return say`does not exist`;
    case 'EACCES':
    case 'EPERM':
      return say`may not be read`;
    case 'EISDIR':
      return say`is a folder`;
    default:
      return say`cannot be read (${messageOf(error)})`;
  }
}
