const mebibyte = 1_048_576;

/** The maximum body sizes of the two public interfaces, in bytes (D-066, D-137). */
export const bodyLimits = { agent: 65_536, partner: mebibyte, partnerBulk: 10 * mebibyte } as const;

/** A roster as one JSON text, and with one row per line (D-116). */
export const rosterLimits = {
  json: { bytes: 64 * mebibyte, rows: 100_000 },
  lines: { bytes: 512 * mebibyte, rows: 1_000_000 },
} as const;
