/** The value of each character in the check digit, by 49 CFR 565. */
const values: Readonly<Record<string, number>> = Object.fromEntries([
  ...[...'0123456789'].map((digit) => [digit, Number(digit)] as const),
  ...[...'ABCDEFGH'].map((letter, index) => [letter, index + 1] as const),
  ...[...'JKLMN'].map((letter, index) => [letter, index + 1] as const),
  ['P', 7],
  ['R', 9],
  ...[...'STUVWXYZ'].map((letter, index) => [letter, index + 2] as const),
]);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The problem with a VIN that the service would reject. */
export function findVinProblem(vin: string): string | undefined {
  if (vin.length !== 17) return `has ${vin.length} characters; a VIN has 17`;
  if (/[IOQ]/i.test(vin)) return 'has an I, O or Q; VINs use the digits 1 and 0 instead';
  return /^[A-Z0-9]{17}$/i.test(vin) ? undefined : 'has a character that is not a letter or digit';
}

/** Whether the ninth character matches the others; vehicles from other continents need not have a check digit. */
export function hasRightCheckDigit(vin: string): boolean {
  const upper = vin.toUpperCase();
  const sum = weights.reduce((total, weight, index) => total + weight * (values[upper[index] ?? ''] ?? 0), 0);
  return upper[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}
