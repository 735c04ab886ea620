/** A US number as +1XXXXXXXXXX, or undefined when it is not one (D-017). */
export function normalizePhone(text: string): string | undefined {
  const bare = text.replace(/[ ().-]/g, '');
  const national = bare.startsWith('+1')
    ? bare.slice(2)
    : bare.length === 11 && bare.startsWith('1')
      ? bare.slice(1)
      : bare;
  return /^[2-9]\d{9}$/.test(national) ? `+1${national}` : undefined;
}

/** The last four digits distinguish customers; the full number is for callers only. */
export const maskPhone = (phone: string): string => `•••-•••-${phone.replace(/\D/g, '').slice(-4)}`;

/** The usual US format. */
export const formatPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
