import type { Tx } from '#context';
import { strikeNumbers } from '#modules/consultations';
import { strikePhone } from '../number-store.ts';
import { toCallContact } from '../rules.ts';
import type { Intake } from '../store.ts';

/** A number that is somebody else's: none of these intakes, which are locked, has it any longer. */
export async function strikeIntakeNumbers(tx: Tx, phone: string, intakes: readonly Intake[]): Promise<void> {
  strikePhone(
    tx.db,
    intakes.map(({ id }) => id),
    phone,
  );
  await strikeNumbers(
    tx,
    intakes.flatMap((intake) =>
      intake.consultationId === undefined
        ? []
        : [
            {
              consultationId: intake.consultationId,
              contact: toCallContact({ ...intake, phone: undefined }),
              isProven: intake.proofs.email !== undefined,
            },
          ],
    ),
  );
}
