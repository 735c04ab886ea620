// All attacks, and those of a run in CI.
import type { Attack } from './attack.ts';
import { bodyAttacks } from './bodies.ts';
import { documentAttacks } from './documents.ts';
import { textAttacks } from './every-text.ts';
import { messageAttacks } from './messages.ts';
import { pasteAttacks } from './pastes.ts';
import { tableAttacks } from './tables.ts';

export const attacks: readonly Attack[] = [
  ...documentAttacks,
  ...pasteAttacks,
  ...tableAttacks,
  ...messageAttacks,
  ...bodyAttacks,
  ...textAttacks,
];

/** Of each reader the one that was found to be the worst. */
export const smokeAttacks: ReadonlySet<string> = new Set([
  'pdf blanks',
  'doctor newlines',
  'xlsx texts',
  'xlsx cells',
  'csv line',
  'text newlines',
  'mail lines',
  'mail html',
  'json members',
  'every text of the portal',
]);
