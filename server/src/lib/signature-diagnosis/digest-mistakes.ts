// Diagnoses a Content-Digest: its format, or the bytes that were hashed.
import { hash } from 'node:crypto';
import { digestViolation, readDigests } from '#lib/http-signatures/content-digest';
import { listBodyForms } from './body-forms.ts';
import { mistake, type Mistake } from './mistakes.ts';

export function findDigestMistakes(header: string | undefined, body: Buffer | undefined): Mistake[] {
  if (header === undefined) return [];
  const read = readDigests(header);
  // The format is wrong, whatever the body is.
  if ('violation' in read) return [mistake(formMistake(header, body))];
  if (body === undefined || digestViolation(header, body) === undefined) return [];
  const form = listBodyForms(body).find(({ bytes }) => digestViolation(header, bytes) === undefined);
  return [mistake(form === undefined ? 'body.changed' : `body.${form.name}`)];
}

const formMistake = (header: string, body: Buffer | undefined) => {
  const hex = body && hash('sha256', body, 'hex');
  if ((hex !== undefined && header.toLowerCase().includes(hex)) || isHex(header)) return 'digest.hex';
  return /[-_]/.test(header.split('=').slice(1).join('=')) ? 'digest.base64url' : 'digest.form';
};

/** Hexadecimal digits between the colons, which are also base64 of another length. */
const isHex = (header: string): boolean => /[:"=]([0-9a-f]{64}|[0-9a-f]{128})[:"]?$/i.test(header);
