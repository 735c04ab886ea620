import { readFileSync } from 'node:fs';
import { ownUser } from './wall-data.ts';

let found: { readonly uid: number; readonly gid: number } | undefined;

/** The user that programs run as instead of ours; undefined where this process may not choose one. */
export function findOwnUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // Root in a container may have few other users, or no right to become one of them.
  const may = () => mayChange() && ['uid_map', 'gid_map'].every(hasOwnUser);
  if (found === undefined && may()) found = { uid: ownUser, gid: ownUser };
  return found;
}

/** CAP_SETGID and CAP_SETUID. */
const changing = 0b1100_0000n;

function mayChange(): boolean {
  const [, rights = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return (BigInt(`0x${rights}`) & changing) === changing;
}

const hasOwnUser = (map: string): boolean =>
  readFileSync(`/proc/self/${map}`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .some(([first = 0, , count = 0]) => first <= ownUser && ownUser < first + count);
