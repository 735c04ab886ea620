import type { Tx } from '#context';
import type { ConsultationSources } from '#modules/consultations';
import { recordProof } from '../lifecycle/record-proof.ts';
import { listWaitingForNumber, updatePhone } from '../number-store.ts';
import { toCallContact } from '../rules.ts';
import { type Intake, lockIntakes } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';

type NumberWanted = Awaited<ReturnType<ConsultationSources['numbers']['agent_intake']>>;

/** More than one address has. */
const intakesMax = 50;

/**
 * Locks the intakes that wait for a number of this customer: the address was asked once for all of them. Undefined when
 * this one no longer waits.
 */
export async function takeIntakeNumber(tx: Tx, id: string): Promise<NumberWanted> {
  const ids = await listWaitingForNumber(tx.db, id, intakesMax);
  const intakes = (await lockIntakes(tx.db, ids, tx.clock.now())).filter(isWaiting);
  if (!intakes.some((intake) => intake.id === id)) return undefined;
  return {
    consultationIds: intakes.flatMap(({ consultationId }) => consultationId ?? []),
    // Whoever has the mailbox may say that a struck number is theirs after all.
    struck: [],
    take: async (phone) => {
      updatePhone(
        tx.db,
        intakes.map((intake) => intake.id),
        phone,
      );
      for (const intake of intakes)
        await recordProof(
          tx,
          { ...intake, phone, proofs: { ...intake.proofs, text: undefined, call: undefined } },
          'email',
        );
      return new Map(
        intakes.flatMap((intake) =>
          intake.consultationId === undefined ? [] : [[intake.consultationId, toCallContact({ ...intake, phone })]],
        ),
      );
    },
  };
}

const isWaiting = ({ phone, struckPhones, status }: Intake): boolean =>
  phone === undefined && struckPhones.length > 0 && unfinishedStatuses.includes(status);
