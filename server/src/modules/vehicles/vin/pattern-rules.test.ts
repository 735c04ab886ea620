import { describe, expect, it } from 'vitest';
import { elements } from '../data/element-data.ts';
import { computeConfidence, computeFit, decideModel, readSchemas, splitTrim } from './rules.ts';

describe('a key', () => {
  const descriptor = 'CM826|3A004352';

  it.each([
    ['CM826', 20],
    ['CM', 8],
    ['*M*2', 8],
    ['*****|*A', 4],
    ['[A-D]M', 7],
    ['[XYC]', 3],
    ['**#', 3],
    ['', 0],
    ['*****|3A0043', 24],
  ])('the key %s fits, by %i', (keys, fit) => {
    expect(computeFit(keys, descriptor)).toBe(fit);
  });

  it.each(['CN', '[D-Z]', '#', '*#', '*****|*B', '[CM', 'CM826|3A0043521', 'CM826*3'])('%s', (keys) => {
    const fits = keys === 'CM826*3';
    expect(computeFit(keys, descriptor) === undefined).toBe(!fits);
  });

  it('a key that requires a character beyond the end of a partial VIN does not fit', () => {
    expect(computeFit('*****|*A0', 'CM826|3A')).toBeUndefined();
    expect(computeFit('*****|*A*', 'CM826|3A')).toBe(4);
  });
});

describe('a schema', () => {
  const row = (schema: number, keys: string, ...facts: unknown[]) => ({ schema, keys, facts: JSON.stringify(facts) });

  it('the schema that explains more of the VIN names the model, even if another fits the model better', () => {
    const findings = decideModel(
      readSchemas(
        [
          row(1, 'CM826', [elements.model, 'F-550', 'Ford']),
          row(2, 'C', [elements.model, 'F-150', 'Ford'], [elements.bodyClass, 'Pickup'], [elements.fuel, 'Gasoline']),
          row(3, '*', [elements.cylinders, '6'], [elements.fuel, 'Diesel']),
        ],
        'CM826|3A',
      ),
    );
    expect(findings).toMatchObject({ model: 'F-150', bodyClass: 'Pickup', certain: true });
    expect(findings?.engine).toEqual({ displacementL: undefined, cylinders: 6, fuel: 'Gasoline' });
  });

  it('a schema that names two models equally well, or a second such schema, leaves doubt', () => {
    const two = [row(1, 'C', [elements.model, 'A', 'X'], [elements.model, 'B', 'X'])];
    const rival = [row(1, 'C', [elements.model, 'A', 'X']), row(2, 'C', [elements.model, 'B', 'X'])];
    expect(decideModel(readSchemas(two, 'C'))?.certain).toBe(false);
    expect(decideModel(readSchemas(rival, 'C'))?.certain).toBe(false);
  });

  it('a schema without a model gives no answer', () => {
    expect(decideModel(readSchemas([row(1, '*', [elements.fuel, 'Gasoline'])], 'C'))).toBeUndefined();
    expect(decideModel([])).toBeUndefined();
  });
});

describe('trims', () => {
  it.each([
    ['L/LE/SE/XLE/XSE', ['L', 'LE', 'SE', 'XLE', 'XSE']],
    ['R/T', ['R/T']],
    ['R/T/SRT', ['R/T', 'SRT']],
    ['w/Diesel Option', ['w/Diesel Option']],
    ['Big Horn, Lone Star', ['Big Horn', 'Lone Star']],
    ['GLS/ GLS Popular', ['GLS', 'GLS Popular']],
    [' / ', []],
  ])('the trims %s are %j', (text, trims) => {
    expect(splitTrim(text)).toEqual(trims);
  });
});

describe('confidence', () => {
  const sure = { complete: true, checkDigit: 'right', certainModel: true, certainYear: true } as const;

  it('confidence falls a step with each doubt', () => {
    expect(computeConfidence(sure)).toBe('high');
    expect(computeConfidence({ ...sure, checkDigit: 'wrong' })).toBe('medium');
    expect(computeConfidence({ ...sure, complete: false, checkDigit: 'unknown' })).toBe('medium');
    expect(computeConfidence({ ...sure, certainYear: false })).toBe('medium');
    expect(computeConfidence({ ...sure, certainModel: false, checkDigit: 'wrong' })).toBe('low');
    expect(computeConfidence({ complete: false, checkDigit: 'unknown', certainModel: false, certainYear: false })).toBe(
      'low',
    );
  });
});
