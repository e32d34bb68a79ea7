import { messageOf } from '../base/codedError.ts';

/** Why a file cannot be read, as part of a sentence, and what to do about one that a kubeconfig names; of a path of another system it says so (K11). */
export function whyUnreadable(path: string, error: unknown, platform: NodeJS.Platform = process.platform): { readonly why: string; readonly whatToDo: string } {
  return { why: whyNot(error), whatToDo: isForeignPath(path, platform) ? 'It looks like a path inside WSL.' : 'Correct the path in the kubeconfig.' };
}

/** Windows takes a path that begins with a slash for one of its own, on the drive that is current. */
export function isForeignPath(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /^(?:[a-z]:)?[\\/](home|root|mnt|usr|etc|opt|bin|snap|var)[\\/]/i.test(path);
}

function whyNot(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read';
    case 'EISDIR':
      return 'is a folder';
    default:
      return `cannot be read (${messageOf(error)})`;
  }
}
