export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
export const monthOf = (at: number): string => iso(at).slice(0, 7);
export const startOfDay = (at: number): number => at - (at % dayMs);

export const startOfMonth = (month: string): number => Date.parse(`${month}-01T00:00:00.000Z`);

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
