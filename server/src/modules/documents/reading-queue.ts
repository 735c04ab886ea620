import { readersBusy } from './errors.ts';

/** Reading takes a core for seconds; two leave the rest of the machine to everybody else. */
const atOnce = 2;
/** More than can be read before their callers give up. */
const waitingMax = 50;

type Turn = () => void;

export type Waiting = {
  /** Whose file it is; callers take turns, so that one with many files delays another's by one of them. */
  readonly caller: string;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
};

let running = 0;
let waitingCount = 0;
/** Callers in the order of their next turn, each with its files in the order they came. */
const waiting = new Map<string, Turn[]>();

/** Runs `work` when it is its turn: two at a time in this process, one caller after another. */
export async function inTurn<T>(place: Waiting, work: () => Promise<T>): Promise<T> {
  await takeTurn(place);
  try {
    return await work();
  } finally {
    const next = nextTurn();
    // The place goes from hand to hand, so nobody gets between.
    if (next === undefined) running -= 1;
    else next();
  }
}

async function takeTurn({ caller, signal }: Waiting): Promise<void> {
  if (signal.aborted) throw readersBusy();
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waitingCount >= waitingMax) throw readersBusy();
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      remove(caller, turn);
      reject(readersBusy());
    };
    const turn = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.set(caller, [...(waiting.get(caller) ?? []), turn]);
    waitingCount += 1;
  });
}

/** The first file of the caller whose turn it is, who then stands behind all others. */
function nextTurn(): Turn | undefined {
  for (const [caller, [turn, ...others]] of waiting) {
    waiting.delete(caller);
    if (turn === undefined) continue;
    if (others.length > 0) waiting.set(caller, others);
    waitingCount -= 1;
    return turn;
  }
  return undefined;
}

function remove(caller: string, turn: Turn): void {
  const others = (waiting.get(caller) ?? []).filter((one) => one !== turn);
  if (others.length > 0) waiting.set(caller, others);
  else waiting.delete(caller);
  waitingCount -= 1;
}
