// Imported by a process before anything else: shifts the process's system clock by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS']);
const Real = Date;

class Shifted extends Real {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(Real.now() + shiftMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return Real.now() + shiftMs;
  }
}

globalThis.Date = Shifted as DateConstructor;
