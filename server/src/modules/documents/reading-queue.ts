import { readersBusy } from './errors.ts';

/** Reading takes a core for seconds; two leave the rest of the machine to everybody else. */
const atOnce = 2;
/** More than can be read before their callers give up. */
const waitingMax = 50;

type Turn = () => void;

let running = 0;
const waiting: Turn[] = [];

/** Runs `work` when it is its turn: two at a time in this process, in the order they came. */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  await takeTurn(signal);
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes from hand to hand, so nobody gets between.
    if (next === undefined) running -= 1;
    else next();
  }
}

async function takeTurn(signal: AbortSignal): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingMax || signal.aborted) throw readersBusy();
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(readersBusy());
    };
    const turn = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(turn);
  });
}
