import { toKey } from '#lib/text/to-key';
import { toMakeKey } from '#modules/vehicles';

export { toKey } from '#lib/text/to-key';
export { findBaseTrim, toMakeKey, toModelKey } from '#modules/vehicles';

/** Whether both may be the same make; an unknown one, or one without Latin letters, contradicts nothing. */
export function isSameMake(one = '', other = ''): boolean {
  const [first, second] = [toMakeKey(one), toMakeKey(other)];
  return first === '' || second === '' || first === second;
}

/** Whether both may be the same model, as "Silverado" and "Silverado 1500" may. An unknown one contradicts nothing. */
export function mayBeSameModel(one = '', other = ''): boolean {
  const [first, second] = [toKey(one), toKey(other)];
  return first.startsWith(second) || second.startsWith(first);
}
