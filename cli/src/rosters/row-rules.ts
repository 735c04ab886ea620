// The meaning and the problems of a cell, found before sending and equal to those of the service.
import type { EnrollmentRequest } from '@makewhole/sdk';
import type { RosterField } from './columns.ts';
import { findVinProblem, hasRightCheckDigit } from './vin.ts';

export type Problem = { readonly level: 'error' | 'warning'; readonly message: string };

const error = (message: string): Problem => ({ level: 'error', message });
const warning = (message: string): Problem => ({ level: 'warning', message });

const lengths: Partial<Record<RosterField, number>> = {
  'member.first_name': 80,
  'member.last_name': 80,
  external_ref: 120,
  plan: 40,
  'vehicle.make': 60,
  'vehicle.model': 80,
};

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** 2026-11-17, or 11/17/2026 as people in the United States write it. */
export function toDay(text: string): string {
  const [, month = '', day = '', year = ''] = slashed.exec(text) ?? [];
  if (year === '') return text.replace(/[T ]00:00:00(\.0+)?Z?$/, '');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** For a cell that is not empty. Never includes the cell's text, which can be personal data. */
export function findProblem(field: RosterField, text: string): Problem | undefined {
  if (field === 'vehicle.vin') {
    const problem = findVinProblem(text);
    if (problem !== undefined) return error(problem);
    if (hasRightCheckDigit(text)) return undefined;
    return warning(`ends in ${text.slice(-4)} and has a wrong check digit; a made-up VIN is fine in test mode`);
  }
  if (/\p{Cc}/u.test(text)) return error('has a control character');
  const most = lengths[field];
  if (most !== undefined && text.length > most) return error(`has ${text.length} characters; the maximum is ${most}`);
  return findFormatProblem(field, text);
}

function findFormatProblem(field: RosterField, text: string): Problem | undefined {
  if (field === 'vehicle.year') {
    const year = /^\d{4}(\.0+)?$/.test(text) ? Number(text) : 0;
    return year >= 1900 && year <= 2100 ? undefined : error('is not a year such as 2022');
  }
  if (field === 'member.email') {
    const valid = text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
    return valid ? undefined : error('is not an email address');
  }
  if (field === 'member.phone') {
    const digits = text.replaceAll(/[\s().+-]/g, '').replace(/^1(?=\d{10}$)/, '');
    return /^[2-9]\d{9}$/.test(digits) ? undefined : error('is not a ten-digit US phone number');
  }
  if (field === 'effective_on') return isDay(toDay(text)) ? undefined : error('is not a date such as 2026-11-17');
  return undefined;
}

/** A row in the form of the API; an empty cell becomes an absent member. */
export function toRow(cells: ReadonlyMap<RosterField, string>): EnrollmentRequest {
  const take = (field: RosterField) => cells.get(field);
  const year = take('vehicle.year');
  const day = take('effective_on');
  return withoutUndefined({
    external_ref: take('external_ref'),
    plan: take('plan'),
    effective_on: day === undefined ? undefined : toDay(day),
    member: withoutUndefined({
      first_name: take('member.first_name') ?? '',
      last_name: take('member.last_name') ?? '',
      email: take('member.email'),
      phone: take('member.phone'),
    }),
    vehicle: withoutUndefined({
      vin: take('vehicle.vin') ?? '',
      year: year === undefined ? undefined : Number(year),
      make: take('vehicle.make'),
      model: take('vehicle.model'),
    }),
  });
}

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, content]) => content !== undefined)) as T;
