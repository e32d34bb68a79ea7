/**
 * What is typed in a terminal so that a credential plugin can ask there what it has to ask. kubectl runs it as the kubeconfig says, and shows no
 * token, as the plugin by itself would.
 * @param context any text: it comes from a file
 */
export function loginCommand(context: string, platform: NodeJS.Platform = process.platform): string {
  return `kubectl --context ${quoted(context, platform)} get --raw /version`;
}

/** For a POSIX shell, or PowerShell. A control character would be more than text: a line break runs what stands before it. */
function quoted(text: string, platform: NodeJS.Platform): string {
  const plain = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '');
  if (/^[\w@.:/+=][\w@.:/+=-]*$/.test(plain)) return plain;
  return platform === 'win32' ? `'${plain.replaceAll("'", "''")}'` : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}
