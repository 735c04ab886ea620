// Which numbers are texted and dialed: geographic numbers of the United States at ordinary rates.
import { stateOfPhone } from './us-zones.ts';

/** Why a number is neither texted nor dialed. */
export type NumberProblem = 'premium' | 'toll_free' | 'outside_us' | 'not_assigned';

const tollFree = new Set(['800', '822', '833', '844', '855', '866', '877', '880', '881', '882', '883', '884', '888']);

/**
 * The problem of a number written +1XXXXXXXXXX; undefined when it may be texted and dialed. 900 and 976 charge the
 * caller per minute and 555-1212 per call; toll-free numbers belong to companies, not customers; other area codes are
 * Canadian, Caribbean or unassigned. 555-01XX, reserved for fiction, reaches nobody and is allowed.
 */
export function findNumberProblem(phone: string): NumberProblem | undefined {
  const [, area = '', exchange = '', line = ''] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (area === '900' || exchange === '976' || (exchange === '555' && line === '1212')) return 'premium';
  if (tollFree.has(area)) return 'toll_free';
  if (area.endsWith('11') || /^[01]|^.11$/.test(exchange)) return 'not_assigned';
  return stateOfPhone(phone) === undefined ? 'outside_us' : undefined;
}

export const isDialable = (phone: string): boolean => findNumberProblem(phone) === undefined;
