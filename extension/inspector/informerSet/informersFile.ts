/** Where a workspace folder keeps the informers that a team opens together: JSON with comments. */
export const informersFile = '.vscode/informers.json';
