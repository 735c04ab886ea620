import { isEmail, normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';

/** Longer than any number that people write. */
const phoneMax = 40;

/** All cells that are an address or a number. */
export function listContacts(cells: readonly string[]): string[] {
  const contacts = new Set<string>();
  for (const cell of cells) {
    const text = cell.trim().replace(/^'/, '');
    if (text.includes('@') && isEmail(text)) contacts.add(normalizeEmail(text));
    const phone = text.length <= phoneMax ? normalizePhone(text) : undefined;
    if (phone !== undefined) contacts.add(phone);
  }
  return [...contacts];
}
