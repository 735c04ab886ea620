// Runs in a worker thread, see create-roster-reader.ts: reads this process's rosters, a piece of each in turn.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ReaderAnswer, ReaderQuestion } from './create-roster-reader.ts';
import { RosterText } from './roster-text.ts';

/** Requests take precedence, by three to one on a busy machine. On Linux this is the priority of this thread alone. */
const nicer = 5;
const leastPriority = constants.priority.PRIORITY_LOW;
if (process.platform === 'linux') setPriority(Math.min(leastPriority, getPriority() + nicer));

const rosters = new Map<number, RosterText>();
const encoder = new TextEncoder();

parentPort?.on('message', (question: ReaderQuestion) => {
  const answer = answerTo(question);
  if (answer === undefined) return;
  // Transferred, not copied.
  const moved = 'lines' in answer ? [answer.lines.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(answer, moved);
});

function answerTo(question: ReaderQuestion): ReaderAnswer | undefined {
  const { id } = question;
  if ('reading' in question) return void rosters.set(id, new RosterText(question.reading));
  if ('close' in question) return void rosters.delete(id);
  try {
    const text = rosters.get(id);
    if (text === undefined) return { id, problem: 'this roster is unknown' };
    const lines = text.write(question.piece);
    if (!question.last) return { id, lines: encoder.encode(lines), refused: text.takeRefused() };
    const end = text.end();
    return { id, lines: encoder.encode(lines + end.lines), refused: text.takeRefused(), outcome: end.outcome };
  } catch (error) {
    // Only the error's kind leaves the thread: a message can quote typed text.
    return { id, problem: error instanceof Error ? error.name : 'unknown' };
  }
}
