import { describe, expect, it } from 'vitest';
import { toBodyKey, toDriveKey, toFuelKey } from './kind-rules.ts';

describe('the fuel', () => {
  it.each([
    ['Gasoline', 'Camry', undefined, 'gasoline'],
    ['Unleaded', 'Camry', 'LE', 'gasoline'],
    ['Flexible Fuel Vehicle (FFV)', 'F-150', 'XLT', 'gasoline'],
    ['Diesel', 'F-250', undefined, 'diesel'],
    ['Gasoline', 'Camry', 'Hybrid LE', 'hybrid'],
    ['Gasoline', 'Camry Hybrid', 'LE', 'hybrid'],
    ['Electric / Unleaded', 'RAV4 Prime', 'SE', 'electric'],
    ['Gasoline', 'RAV4 Prime', 'SE', 'plugin'],
    ['Plug-in Hybrid', 'Escape', undefined, 'plugin'],
    ['Electric', 'F-150 Lightning', undefined, 'electric'],
    [undefined, 'F-150 Lightning', undefined, 'electric'],
    [undefined, 'Blazer EV', 'LT', 'electric'],
    [undefined, 'F-150', 'XLT', ''],
    ['Compressed Natural Gas (CNG)', 'Civic', undefined, 'natural gas'],
    ['something else', 'Civic', 'EX', ''],
  ])('the fuel %s of %s %s is "%s"', (...[fuel, model, trim, key]) => {
    expect(toFuelKey({ fuel, model, trim })).toBe(key);
  });
});

describe('body and drive', () => {
  it.each([
    ['Sedan/Saloon', 'sedan'],
    ['Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)', 'suv'],
    ['Pickup', 'pickup'],
    ['Crew Cab', 'pickup'],
    ['Minivan', 'van'],
    ['Hatchback/Liftback/Notchback', 'hatchback'],
    ['Coupe', 'coupe'],
    ['Incomplete', ''],
    [undefined, ''],
  ])('a body of %s is "%s"', (body, key) => {
    expect(toBodyKey(body)).toBe(key);
  });

  it.each([
    ['4WD/4-Wheel Drive/4x4', '4wd'],
    ['AWD/All-Wheel Drive', '4wd'],
    ['FWD/Front-Wheel Drive', '2wd'],
    ['4x2', '2wd'],
    ['RWD', '2wd'],
    ['', ''],
    [undefined, ''],
  ])('a drive of %s is "%s"', (drive, key) => {
    expect(toDriveKey(drive)).toBe(key);
  });
});
