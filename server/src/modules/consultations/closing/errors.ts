import { AppError } from '#platform/errors';

/** `code` is for programs; staff read the sentence. */
const refused = (code: string, message: string) => new AppError(code, message, { status: 409 });

export const moneyOpen = () =>
  refused('money_open', 'A card hold stands or is being charged or released. Capture or release it first.');

export const closingHindered = (reason: string) => refused('invalid_state', reason);

/** Two open cases about one vehicle would be two prices for its owner. */
export const anotherIsOpen = (other: { readonly id: string; readonly number: string }) =>
  new AppError('invalid_state', `The owner has another open case about this vehicle: ${other.number}.`, {
    status: 409,
    details: { consultation_id: other.id },
  });

export const notClosed = () => refused('invalid_state', 'This case is open.');

export const notReopened = () =>
  refused('invalid_state', 'The owner said no, it expired or it was canceled: such a case is not opened again.');
